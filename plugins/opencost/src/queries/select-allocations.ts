import { type RawBuilder, sql } from 'kysely';
import { type Filter, listProperties } from '../question/filter.ts';
import { type Property } from '../question/property.ts';
import { selectNodeNames, selectUnits, type SourceName, type SumName, sumNames } from './facts.ts';
import { matches, propertyColumn } from './property-columns.ts';
import { type Reading } from './reading.ts';
import { clusterNames, type Scope } from './scope.ts';

/** The sums of an allocation as decimal text; without a name those of all in its set. */
export type AllocationRow = Readonly<Record<SumName, string>> & {
  /** From 1. */
  readonly set_number: number;
  readonly name: string | null;
  /** Those that were aggregated by, in their order. */
  readonly values: readonly string[] | null;
  /** Of the allocations of one cluster. */
  readonly cluster: string | null;
  readonly allocations: number;
};

/** Which allocations are read. */
export interface Selection {
  readonly source: SourceName;
  readonly properties: readonly Property[];
  readonly filter: Filter | undefined;
  readonly offset: number;
  /** Of each set. */
  readonly limit: number;
}

/** Allocations, most expensive first, and of each set the sums of all. */
export function selectAllocations(
  selection: Selection,
  reading: Reading,
  scope: Scope,
): RawBuilder<AllocationRow> {
  const { source, properties, filter, offset, limit } = selection;
  const values = properties.map((property) => propertyColumn(property, source));
  const sums = sql.join(sumNames.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  return sql<AllocationRow>`
    with unit as materialized (${selectUnits(source, reading, scope)}),
    named as (
      select unit.*, cluster.name as cluster, array[${sql.join(values)}]::text[] as values
      from unit ${joinNames(selection, reading, scope)}
      ${filter ? sql`where ${matches(filter, source)}` : sql``}
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
    select set_number, name, values, cluster, 1 as allocations,
      ${sql.join(sumNames.map((name) => sql.ref(name)))}
    from ranked where position > ${offset} and position <= ${offset + limit}
    union all
    select set_number, null, null, null, count(*)::integer, ${sums}
    from allocation group by set_number`;
}

function joinNames(
  { source, properties, filter }: Selection,
  reading: Reading,
  scope: Scope,
): RawBuilder<unknown> {
  const used = [...properties, ...(filter ? listProperties(filter) : [])];
  const namesNodes = source === 'container' && used.some(({ name }) => name === 'node');
  const owners = sql`
    join owner_descriptions as owner
      on owner.organization_id = ${scope.organizationId} and owner.id = unit.description_id`;
  const nodes = sql`
    left join (${selectNodeNames(reading, scope)}) as node
      on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`
    join ${clusterNames(scope)} on cluster.id = unit.cluster_id
    ${source === 'owner' || source === 'container' ? owners : sql``}
    ${namesNodes ? nodes : sql``}`;
}
