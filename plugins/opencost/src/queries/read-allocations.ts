import { sql } from 'kysely';
import { listProperties, matches } from '../question/filter.ts';
import { invalidParameter } from '../question/invalid-parameter.ts';
import { chooseDetail, type Property, readProperty } from '../question/properties.ts';
import { isOnClusters, mostAllocations, type Question } from '../question/question.ts';
import { joinCluster } from './scope.ts';
import { selectUnits, type SourceName, type SumName, sumNames } from './units.ts';
import { type View } from './view.ts';

/** The sums of an allocation as decimal text; without a name those of all in its set. */
export type AllocationRow = Readonly<Record<SumName, string>> & {
  readonly set_number: number;
  readonly name: string | null;
  /** Those that were aggregated by, in their order. */
  readonly values: readonly string[] | null;
  /** Of the allocations of one cluster. */
  readonly cluster: string | null;
  readonly allocations: number;
};

/** What was found for a question. */
export interface Findings {
  /** Allocations, and of each set the sums of all. */
  readonly rows: readonly AllocationRow[];
  /** Of each set what the allocations are part of; none where they are all of it. */
  readonly bills: readonly AllocationRow[];
  /** Idle costs by node, where they are split. */
  readonly nodes: readonly AllocationRow[];
}

export async function readAllocations(question: Question, view: View): Promise<Findings> {
  const { detail, properties, splitsIdle } = question;
  const whole = { ...question, offset: 0, limit: mostAllocations };
  // Namespaces have no hours: those of their owners do.
  const source = detail === 'namespace' && view.hours.length > 0 ? 'owner' : detail;
  const rows = await select(question, source, properties, view);
  if (rows.filter(({ name }) => name !== null).length > mostAllocations) {
    const what = `an answer holds at most ${mostAllocations} allocations: ask for fewer, or aggregate by less`;
    throw invalidParameter('limit', what);
  }
  const bill = chooseBill(question);
  return {
    rows,
    bills: bill ? await select(whole, bill, [], view) : [],
    nodes: splitsIdle ? await select(whole, 'node', [{ name: 'node' }], view) : [],
  };
}

/** Where all that matches is, with and without an allocation. */
function chooseBill({ detail, filter }: Question): SourceName | undefined {
  if (isOnClusters(filter)) return 'cluster';
  const isOfContainers = chooseDetail(filter ? listProperties(filter) : []) === 'container';
  return detail === 'container' && !isOfContainers ? 'owner' : undefined;
}

/** Allocations, most expensive first, and of each set the sums of all. */
async function select(
  { filter, offset, limit }: Question,
  source: SourceName,
  properties: readonly Property[],
  view: View,
): Promise<readonly AllocationRow[]> {
  const sums = sql.join(sumNames.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const { rows } = await sql<AllocationRow>`
    with unit as materialized (${selectUnits(source, view)}),
    named as (
      select unit.*, cluster.name as cluster,
        array[${sql.join(properties.map(readProperty))}]::text[] as values
      from unit ${joinCluster(view.scope)} ${joinNames(source, view)}
      where ${filter ? matches(filter) : sql`true`}
    ),
    allocation as materialized (
      select set_number, array_to_string(values, '/') as name, min(values) as values,
        case when min(cluster) = max(cluster) then min(cluster) end as cluster, ${sums}
      from named group by set_number, array_to_string(values, '/')
    ),
    ranked as (
      select allocation.*, row_number() over (
        partition by set_number
        order by cpu + memory + gpu + idle + storage + management desc, name collate "C"
      ) as position
      from allocation
    )
    select set_number, name, values, cluster, 1 as allocations, ${sql.join(sumNames.map((name) => sql.ref(name)))}
    from ranked where position > ${offset} and position <= ${offset + limit}
    union all
    select set_number, null, null, null, count(*)::integer, ${sums}
    from allocation group by set_number`.execute(view.db);
  return rows;
}

/** Joins as `owner` and `node` what units of a source are of. */
function joinNames(source: SourceName, view: View) {
  const owners = sql`
    join owner_descriptions as owner
      on owner.organization_id = ${view.scope.organizationId}
      and owner.cluster_id = unit.cluster_id and owner.id = unit.description_id`;
  switch (source) {
    case 'cluster':
      return sql``;
    case 'namespace':
      return sql`cross join lateral (select unit.namespace) as owner`;
    case 'owner':
      return owners;
    case 'container':
      return sql`${owners}
        left join (
          select cluster_id, node_uid, max(name) as name
          from (${selectUnits('node', view)}) as node
          group by cluster_id, node_uid
        ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
    case 'node':
      return sql`cross join lateral (select unit.name) as node`;
  }
}
