import { sql, type RawBuilder } from 'kysely';
import { computeMeasures, costMeasures, unallocatedMeasures } from '../accrue/measures.ts';
import { keepsHours, type DayPrices } from './day-prices.ts';
import { withinDay, onDay, type LedgerDay } from './ledger-day.ts';
import { containersOfDay } from './priced-containers.ts';
import { pricedHours } from './priced-hours.ts';

/**
 * Recomputes the costs of a day of the ledger, of its hours and its containers, from the stored
 * quantities and the given prices, in one statement. Hours that are not repriced stay, and days are
 * the sums of both.
 */
export async function priceDay(day: LedgerDay, prices: DayPrices): Promise<void> {
  const parts = [
    ...pricedHours(day, prices),
    sql`new_owner as materialized (${newOwners(day)})`,
    sql`new_namespace as materialized (${newNamespaces(day)})`,
    sql`new_node as materialized (${newNodes(day)})`,
    sql`new_cluster as materialized (${newClusters(day)})`,
    ...hoursOfDay(day, prices),
    sql`owner_day as materialized (${sumOverHours('owner_hour', costMeasures, ownerKey)})`,
    ...containersOfDay(day, prices),
    ...hoursChanged(day),
    ...daysChanged(day, prices),
  ];
  await sql`with ${sql.join(parts)} select`.execute(day.tx);
}

/** An owner has one row for each of its descriptions. */
const ownerKey = ['workload_uid', 'description_id'] as const;

type Costs = Record<string, RawBuilder<unknown>>;

/**
 * The costs of an owner's row `old`, from what it was `given`. Without any priced item the cost is
 * 0; if the cost was unknown because its node or its size was unknown, it stays unknown. Without an
 * `old` row, only the quantities of the owner's hours are stored.
 */
function ownerCosts(old: string, given: string, fee: string): Costs {
  const now = (column: string) => sql.ref(`${given}.${column}`);
  const isUnknown = (measure: string) =>
    sql`(${sql.ref(`${old}.seconds`)} is not null and ${sql.ref(`${old}.${measure}`)} is null)`;
  const known = (measure: string, has: string) => sql`case
    when ${now(has)} then ${now(measure)} when ${isUnknown(measure)} then null else 0 end`;
  return {
    ...Object.fromEntries(computeMeasures.map((name) => [name, known(name, 'has_compute')])),
    storage_cost_seconds: known('storage_cost_seconds', 'has_storage'),
    management_cost_seconds: sql`case
      when ${sql.ref(fee)} is null then null
      when ${now('hour')} is not null then ${now('management_cost_seconds')}
      when ${isUnknown('cpu_cost_seconds')} or ${isUnknown('storage_cost_seconds')} then null
      else 0 end`,
  };
}

const selected = (costs: Costs) =>
  sql.join(
    Object.entries(costs).map(([name, cost]) => sql`trim_scale(${cost}) as ${sql.id(name)}`),
  );

const newOwners = (day: LedgerDay) => sql`
  select coalesce(old.workload_uid, given.owner_uid) as workload_uid,
    coalesce(old.description_id, given.description_id) as description_id, fee.hour,
    ${selected(ownerCosts('old', 'given', 'fee.fee'))}
  from (select * from workload_hours as hours where ${withinDay(day, 'hours')}) as old
  full join given on given.owner_uid = old.workload_uid
    and given.description_id = old.description_id and given.hour = old.hour
  join fee on fee.hour = coalesce(old.hour, given.hour)`;

const newNamespaces = (day: LedgerDay) => sql`
  select old.namespace, old.hour, ${selected(ownerCosts('old', 'given', 'fee.fee'))}
  from namespace_hours as old
  join fee on fee.hour = old.hour
  left join priced_namespaces as given on given.namespace = old.namespace and given.hour = old.hour
  where ${withinDay(day, 'old')}`;

const nodeMeasures = [...computeMeasures, 'unallocated_cost_seconds'] as const;

const newNodes = (day: LedgerDay) => sql`
  select old.node_uid, old.hour, old.covered, ${selected(
    Object.fromEntries(nodeMeasures.map((name) => [name, sql.ref(`priced_nodes.${name}`)])),
  )}
  from node_hours as old
  join priced_nodes on priced_nodes.node_uid = old.node_uid and priced_nodes.hour = old.hour
  where ${withinDay(day, 'old')}`;

const clusterMeasures = [
  ...costMeasures,
  ...unallocatedMeasures,
  'on_demand_compute_cost_seconds',
] as const;

function newClusters(day: LedgerDay): RawBuilder<unknown> {
  const costs: Costs = {
    ...ownerCosts('old', 'given', 'fee.fee'),
    unallocated_compute_cost_seconds: sql`case
      when node_totals.hour is not null then node_totals.unallocated_cost_seconds else 0 end`,
    unallocated_storage_cost_seconds: sql`case
      when unclaimed.has_storage then unclaimed.storage_cost_seconds
      when old.unallocated_storage_cost_seconds is null then null else 0 end`,
    unallocated_management_cost_seconds: sql`fee.fee - coalesce(given.management_cost_seconds, 0)`,
    on_demand_compute_cost_seconds: sql`case
      when node_totals.hour is not null then node_totals.on_demand_cost_seconds else 0 end`,
  };
  return sql`
    select old.hour, ${selected(costs)},
      old.is_compute_unpriceable or coalesce(node_totals.is_partial, false) as is_compute_partial,
      old.is_storage_unpriceable or coalesce(given.is_storage_partial, false)
        or coalesce(unclaimed.is_storage_partial, false) as is_storage_partial
    from cluster_hours as old
    join fee on fee.hour = old.hour
    left join priced_clusters as given on given.hour = old.hour
    left join owned as unclaimed
      on unclaimed.hour = old.hour and unclaimed.owner_uid = old.cluster_id
    left join node_totals on node_totals.hour = old.hour
    where ${withinDay(day, 'old')}`;
}

const partialFlags = ['is_compute_partial', 'is_storage_partial'] as const;

/** All hours of the day, with their new costs. */
function hoursOfDay(day: LedgerDay, prices: DayPrices): RawBuilder<unknown>[] {
  const tables: [name: string, table: string, given: string, columns: readonly string[]][] = [
    ['owner_hour', 'workload_hours', 'new_owner', [...ownerKey, ...costMeasures]],
    ['namespace_hour', 'namespace_hours', 'new_namespace', ['namespace', ...costMeasures]],
    ['node_hour', 'node_hours', 'new_node', ['node_uid', ...nodeMeasures]],
    ['cluster_hour', 'cluster_hours', 'new_cluster', [...clusterMeasures, ...partialFlags]],
  ];
  return tables.map(([name, table, given, names]) => {
    const columns = sql.join(names.map((column) => sql.id(column)));
    const kept = sql`
      union all
      select ${columns} from ${sql.table(table)} as kept
      where ${withinDay(day, 'kept')} and not exists (
        select from fee where fee.hour = kept.hour)`;
    return sql`${sql.id(name)} as (
      select ${columns} from ${sql.id(given)} ${keepsHours(prices) ? kept : sql``})`;
  });
}

function sumOverHours(
  hours: string,
  measures: readonly string[],
  keys: readonly string[],
): RawBuilder<unknown> {
  const sums = measures.map((name) => sql`sum(${sql.id(name)}) as ${sql.id(name)}`);
  const columns = keys.map((name) => sql.id(name));
  return sql`
    select ${sql.join([...columns, ...sums])} from ${sql.id(hours)}
    ${columns.length > 0 ? sql`group by ${sql.join(columns)}` : sql``}`;
}

/** `set` clauses for the columns, from a row of another table. */
const setTo = (row: string, names: readonly string[]) =>
  sql.join(names.map((name) => sql`${sql.id(name)} = ${sql.ref(`${row}.${name}`)}`));

const hoursChanged = (day: LedgerDay): RawBuilder<unknown>[] => [
  sql`changed_owner_hours as (
    update workload_hours as old set ${setTo('new_owner', costMeasures)}
    from new_owner
    where ${withinDay(day, 'old')} and new_owner.workload_uid = old.workload_uid
      and new_owner.description_id = old.description_id and new_owner.hour = old.hour)`,
  sql`changed_namespace_hours as (
    update namespace_hours as old set ${setTo('new_namespace', costMeasures)}
    from new_namespace
    where ${withinDay(day, 'old')} and new_namespace.namespace = old.namespace
      and new_namespace.hour = old.hour)`,
  sql`changed_node_hours as (
    update node_hours as old set ${setTo('new_node', nodeMeasures)}
    from new_node
    where ${withinDay(day, 'old')} and new_node.node_uid = old.node_uid
      and new_node.hour = old.hour)`,
  sql`changed_cluster_hours as (
    update cluster_hours as old set
      ${setTo('new_cluster', [...clusterMeasures, ...partialFlags])}
    from new_cluster
    where ${withinDay(day, 'old')} and new_cluster.hour = old.hour)`,
];

const daysChanged = (day: LedgerDay, prices: DayPrices): RawBuilder<unknown>[] => [
  sql`changed_owner_days as (
    update workload_days as old set ${setTo('owner_day', costMeasures)}
    from owner_day
    where ${onDay(day, 'old')} and owner_day.workload_uid = old.workload_uid
      and owner_day.description_id = old.description_id)`,
  sql`namespace_day as materialized (${sumOverHours('namespace_hour', costMeasures, ['namespace'])})`,
  sql`changed_namespace_days as (
    update namespace_days as old set ${setTo('namespace_day', costMeasures)}
    from namespace_day
    where ${onDay(day, 'old')} and namespace_day.namespace = old.namespace)`,
  sql`node_day as materialized (${sumOverHours('node_hour', nodeMeasures, ['node_uid'])})`,
  sql`changed_node_days as (
    update node_days as old set ${setTo('node_day', nodeMeasures)}
    from node_day
    where ${onDay(day, 'old')} and node_day.node_uid = old.node_uid)`,
  sql`cluster_day as materialized (
    select summed.*, flags.*
    from (${sumOverHours('cluster_hour', clusterMeasures, [])}) as summed, (
      select bool_or(is_compute_partial) as is_compute_partial,
        bool_or(is_storage_partial) as is_storage_partial
      from cluster_hour
    ) as flags)`,
  sql`changed_cluster_days as (
    update cluster_days as old set
      ${setTo('cluster_day', [...clusterMeasures, ...partialFlags])},
      ${sql.join(
        pricingSources.map(
          (given) => sql`${sql.id(given.column)} = ${selectSources(day, given, prices)}`,
        ),
      )}
    from cluster_day
    where ${onDay(day, 'old')})`,
];

const pricingSources = [
  { column: 'compute_pricing_sources', table: 'node_quantity_hours', kind: 'node' },
  { column: 'storage_pricing_sources', table: 'quantity_hours', kind: 'volume' },
] as const;

/** Pricing sources of the items in the day with a known price; hours that are not repriced keep theirs. */
const selectSources = (
  day: LedgerDay,
  { column, table, kind }: { column: string; table: string; kind: 'node' | 'volume' },
  prices: DayPrices,
) => sql`array(
  select distinct price.source from price
  where price.kind = ${kind} and price.source <> 'unknown' and exists (
    select from ${sql.table(table)} as had
    where ${withinDay(day, 'had')} and had.priced_item_id = price.item
      and had.hour >= price.begins and had.hour < price.ends)
  ${keepsHours(prices) ? sql`union select unnest(${sql.ref(`old.${column}`)})` : sql``}
  order by 1)`;
