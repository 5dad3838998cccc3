import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { computeMeasures, costMeasures, unallocatedMeasures } from '../accrue/measures.ts';
import { planForBulk } from '../write/plan-for-bulk.ts';
import { inCluster } from '../write/scope.ts';
import { type ClusterPeriod, daysPerHalf, maxDaysPerQuarter } from './closed-periods.ts';

/**
 * Rolls up the days of a period. The closed part of a quarter is replaced by a longer one, unless it is
 * a half.
 * Transactions that change its days wait until this one ends (`deleteChangedPeriods`), and so does
 * another roll-up of the cluster.
 */
export async function rollUpPeriod(
  tx: Transaction<Warehouse>,
  period: ClusterPeriod,
): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`roll up ${period.clusterId}`}, 0)),
      set_config('work_mem', '64MB', true)`.execute(tx);
  await planForBulk(tx);
  const { rows } = await sql`
    select from cluster_periods as bill
    where ${inCluster(period, 'bill')} and first_day = ${period.firstDay}::date
      and last_day = ${period.lastDay}::date`.execute(tx);
  if (rows.length > 0) return;
  const inserts = Object.entries(rolledUp).map(
    ([name, table]) => sql`${sql.id(`into_${name}`)} as (${insertInto(name, table, period)})`,
  );
  await sql`
    with cluster_day as materialized (
      select day, dense_rank() over (order by ${refs('bill', clusterFacts)})::integer as cluster_revision
      from cluster_days as bill where ${inPeriod(period, 'bill')}
    ), node_day as materialized (
      select day, node_uid, dense_rank() over (
        partition by node_uid order by ${refs('node', nodeFacts)})::integer as node_revision
      from node_days as node where ${inPeriod(period, 'node')}
    ), ${sql.join(inserts)} select`.execute(tx);
  for (const table of periodTables) {
    await sql`
      delete from ${sql.table(table)} as shorter
      where ${inCluster(period, 'shorter')} and first_day = ${period.firstDay}::date
        and last_day < ${period.lastDay}::date and last_day - first_day <> ${daysPerHalf - 1}
        and ${period.lastDay}::date - first_day < ${maxDaysPerQuarter}`.execute(tx);
  }
}

interface RolledUp {
  readonly days: string;
  /** The key of its rows, in addition to the revision of the cluster. */
  readonly keys: readonly string[];
  readonly measures: readonly string[];
  /** Nodes of the day, joined by uid if they are known. */
  readonly node?: 'join' | 'left join';
  /** Whether it contains the last day of its revision. */
  readonly isSeen?: boolean;
}

const clusterFacts = ['name', 'provider', 'region', 'environment'];
const nodeFacts = [
  'name',
  'instance_type',
  'node_group',
  'availability_zone',
  'capacity_type',
  'architecture',
];

/** The facts that the explorer needs. */
const quantities = [
  'cpu_requested_core_seconds',
  'memory_requested_byte_seconds',
  'cpu_used_core_seconds',
  'memory_used_byte_seconds',
];

const rolledUp: Readonly<Record<string, RolledUp>> = {
  cluster_periods: {
    days: 'cluster_days',
    keys: clusterFacts,
    measures: [...costMeasures, ...unallocatedMeasures],
    isSeen: true,
  },
  namespace_periods: {
    days: 'namespace_days',
    keys: ['namespace'],
    measures: [...costMeasures, ...quantities],
  },
  workload_periods: {
    days: 'workload_days',
    keys: ['description_id'],
    measures: [...costMeasures, ...quantities],
  },
  node_periods: {
    days: 'node_days',
    keys: ['node_uid', 'node_revision', ...nodeFacts],
    measures: [...computeMeasures, 'unallocated_cost_seconds', ...quantities],
    node: 'join',
    isSeen: true,
  },
  container_periods: {
    days: 'container_days',
    keys: ['pod_uid', 'container_name', 'pod_name', 'description_id', 'node_uid', 'node_revision'],
    measures: [...computeMeasures, 'management_cost_seconds', ...quantities],
    node: 'left join',
  },
};

export const periodTables = Object.keys(rolledUp);

function insertInto(
  name: string,
  { days, keys, measures, node, isSeen = false }: RolledUp,
  period: ClusterPeriod,
): RawBuilder<unknown> {
  const own = sql.join(keys.map((key) => (key === 'node_revision' ? sql.id(key) : fact(key))));
  const nodes = node
    ? sql`${sql.raw(node)} node_day
        on node_day.day = fact.day and node_day.node_uid = fact.node_uid`
    : sql``;
  return sql`
    insert into ${sql.table(name)} (organization_id, cluster_id, first_day, last_day, cluster_revision, number,
      ${sql.join([...keys, ...measures].map((column) => sql.id(column)))} ${isSeen ? sql`, seen_on` : sql``})
    select ${period.organizationId}::uuid, ${period.clusterId}::uuid, ${period.firstDay}::date,
      ${period.lastDay}::date, cluster_revision, row_number() over (), ${own},
      ${sql.join(measures.map((measure) => sql`sum(${fact(measure)})`))}
      ${isSeen ? sql`, max(fact.day)` : sql``}
    from ${sql.table(days)} as fact
    join cluster_day on cluster_day.day = fact.day ${nodes}
    where ${inPeriod(period, 'fact')}
    group by cluster_revision, ${own}`;
}

const fact = (column: string) => sql.ref(`fact.${column}`);

const refs = (alias: string, columns: readonly string[]) =>
  sql.join(columns.map((column) => sql.ref(`${alias}.${column}`)));

const inPeriod = (period: ClusterPeriod, alias: string) => sql`
  ${inCluster(period, alias)}
  and ${sql.ref(`${alias}.day`)} between ${period.firstDay}::date and ${period.lastDay}::date`;
