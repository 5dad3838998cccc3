import { type RawBuilder, sql } from 'kysely';
import { type Filter, listProperties, matches } from '../question/filter.ts';
import { invalidParameter } from '../question/invalid-parameter.ts';
import { type Property } from '../question/properties.ts';
import { mostAllocations } from '../question/question.ts';
import { type Figures, selectUnits, type Source, sumNames } from './units.ts';
import { type View } from './view.ts';

/** The figures of all units in a set that have the same values; without a name, those of all in its set. */
export type Row = Figures & {
  readonly set_number: number;
  readonly name: string | null;
  readonly values: readonly string[];
  /** The name of the cluster, of one. */
  readonly cluster: string | null;
  /** The number of rows in it. */
  readonly rows: number;
};

/** Those of each set from the offset on. */
interface Part {
  readonly filter?: Filter | undefined;
  /** What the values are of. */
  readonly properties?: readonly Property[];
  readonly offset?: number;
  readonly limit?: number;
}

/** Adds the units of a source up by the values of `unit`, `cluster`, `owner` and `node`, most expensive first. */
export async function selectRows(
  view: View,
  source: Source,
  values: readonly RawBuilder<string>[],
  { filter, properties = [], offset = 0, limit = mostAllocations + 1 }: Part = {},
): Promise<readonly Row[]> {
  const sums = sql.join(sumNames.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const figures = sql.join(
    sumNames.map((name) => sql`(${sql.ref(name)} / 3600)::float8 as ${sql.ref(name)}`),
  );
  const readsNode = [...properties, ...listProperties(filter)].some(({ name }) => name === 'node');
  const { rows } = await sql<Row>`
    with named as (
      select unit.*, cluster.name as cluster, array[${sql.join(values)}]::text[] as values
      from (${selectUnits(source, view)}) as unit
      join json_to_recordset(${JSON.stringify(view.clusters)}::json) as cluster (id uuid, name text)
        on cluster.id = unit.cluster_id
      ${joinNames[source](view)}
      ${readsNode && source === 'container' ? joinNode(view) : sql``}
      where ${matches(filter)}
    ),
    total as (
      select set_number, array_to_string(values, '/') as name, min(values) as values,
        case when min(cluster) = max(cluster) then min(cluster) end as cluster, 1 as rows, ${sums}
      from named group by set_number, array_to_string(values, '/')
    ),
    ranked as (
      select *, row_number() over (
        partition by set_number
        order by cpu + memory + gpu + idle + storage + management desc, name collate "C"
      ) as position
      from total
      union all
      select set_number, null, null, null, count(*)::integer, ${sums}, null
      from total group by set_number
    )
    select set_number, name, values, cluster, rows, ${figures} from ranked
    where position is null or (position > ${offset} and position <= ${offset + limit})
    order by set_number, position`.execute(view.db);
  if (rows.length <= mostAllocations + view.starts.length) return rows;
  const what = `an answer holds at most ${mostAllocations} allocations: ask for fewer, or aggregate by less`;
  throw invalidParameter('limit', what);
}

const joinOwner = ({ organizationId }: View) => sql`
  join owner_descriptions as owner on owner.organization_id = ${organizationId}
    and owner.cluster_id = unit.cluster_id and owner.id = unit.description_id`;

/** Only where it is read: Citus refuses an outer join that PostgreSQL leaves out. */
const joinNode = (view: View) => sql`
  left join (
    select cluster_id, node_uid, max(name) as name
    from (${selectUnits('node', view)}) as unit group by cluster_id, node_uid
  ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;

/** Joins as `owner` and `node` what the units of a source are of. */
const joinNames: Readonly<Record<Source, (view: View) => RawBuilder<unknown>>> = {
  cluster: () => sql``,
  namespace: () => sql`cross join lateral (select unit.namespace) as owner`,
  workload: joinOwner,
  container: joinOwner,
  node: () => sql`cross join lateral (select unit.name) as node`,
};
