import { type RawBuilder, sql } from 'kysely';
import { type Filter, matches } from '../question/filter.ts';
import { invalidParameter } from '../question/invalid-parameter.ts';
import { figureNames, type Figures, nothing } from './figures.ts';
import { joinNames, selectUnits, type Source } from './units.ts';
import { type View } from './view.ts';

/** The figures of all units in a set that have the same values. */
export type Row = Figures & {
  readonly name: string;
  readonly values: readonly string[];
  /** The name of the cluster, of one. */
  readonly cluster: string | null;
  /** The number of rows in it. */
  readonly count: number;
};

/** Of a set what all of its rows add up to, and its rows from the offset on. */
export interface SetRows {
  readonly total: Row;
  readonly rows: readonly Row[];
}
const empty: Row = { ...nothing, name: '', values: [], cluster: null, count: 0 };
export const noRows: SetRows = { total: empty, rows: [] };

interface Selection {
  readonly filter?: Filter | undefined;
  /** Only where it is read: Citus refuses an outer join that PostgreSQL leaves out. */
  readonly readsNode?: boolean;
  readonly offset?: number;
  readonly limit?: number | undefined;
}

/** An answer is made in memory. */
const mostRows = 50_000;

/** Adds the units of a source up by values of `unit`, `cluster`, `owner` and `node`, set by set, most expensive first. */
export async function selectRows(
  view: View,
  source: Source,
  values: readonly RawBuilder<unknown>[],
  { filter, readsNode = false, offset = 0, limit = mostRows + 1 }: Selection = {},
): Promise<readonly SetRows[]> {
  const sums = sql.join(figureNames.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const figures = sql.join(
    figureNames.map((name) => sql`(${sql.ref(name)} / 3600)::float8 as ${sql.ref(name)}`),
  );
  const { rows } = await sql<Row & { readonly set_number: number }>`
    with named as (
      select unit.*, cluster.name as cluster,
        array[${sql.join(values)}]::text[] as values
      from (${selectUnits(source, view)}) as unit
      join clusters as cluster on cluster.organization_id = ${view.organizationId}
        and cluster.id = unit.cluster_id
      ${joinNames(source, view, readsNode)}
      where ${matches(filter)}
    ),
    total as (
      select set_number, array_to_string(values, '/') as name, min(values) as values,
        case when min(cluster) = max(cluster) then min(cluster) end as cluster, 1 as count, ${sums}
      from named group by set_number, array_to_string(values, '/')
    ),
    ranked as (
      select *, row_number() over (
        partition by set_number
        order by cpu + memory + gpu + idle + storage + management desc, name collate "C"
      ) as position
      from total
      union all
      select set_number, null, null, null, count(*)::integer, ${sums}, 0
      from total group by set_number
    )
    select set_number, name, values, cluster, count, ${figures} from ranked
    where position = 0 or (position > ${offset} and position <= ${offset + limit})
    order by set_number, position`.execute(view.db);
  if (rows.length > mostRows + view.sets.length) {
    const what = `an answer holds at most ${mostRows} allocations: ask for fewer, or aggregate by less`;
    throw invalidParameter('limit', what);
  }
  const bySet = Map.groupBy(rows, (row) => row.set_number);
  return view.sets.map((_, index) => {
    const [total = empty, ...own] = bySet.get(index + 1) ?? [];
    return { total, rows: own };
  });
}
