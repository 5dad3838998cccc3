import { billCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Group, ours } from '../exposition/group.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { inMonth, inScope, type MetricsScope, present, sumCosts } from './scope.ts';
import { pendingSavings, useGauges } from './shared-gauges.ts';

export const currencyGroup = ({ organization }: MetricsScope): Group => ({
  rows: sql`(select ${organization.currency}::text as code) as currency`,
  labels: { currency: sql`currency.code` },
  gauges: ours('currency', { info: ['The currency of all costs, in a label', sql`1`] }),
});

export const clusterRows = (scope: MetricsScope) => ({
  rows: sql`clusters as cluster where ${inScope(scope, 'cluster', 'id')}`,
  labels: { cluster: sql`cluster.name` },
});

/** What clusters cost: the whole bill, as in `/v1/clusters`. */
export function clusterGroup(scope: MetricsScope): Group {
  const runRate = sql.ref(`cluster.run_rate_${scope.basis}_hourly`);
  const ofWorkloads = sql.ref(`cluster.workloads_${scope.basis}_hourly`);
  const lastSeen = sql`extract(epoch from cluster.last_seen_at)`;
  const idle = sql`(
    select sum(${nodeIdleHourly}) from nodes as node
    where node.organization_id = cluster.organization_id and node.cluster_id = cluster.id
      and node.gone_at is null)`;
  const spent = sql`(
    select ${sumCosts(billCostColumns(scope.basis, 'fully_loaded'))} from cluster_days as spent
    where spent.cluster_id = cluster.id and ${inMonth(scope, 'spent')})`;
  const savings = sql`(
    select coalesce(${pendingSavings}, 0) from recommendations as advice
    where advice.cluster_id = cluster.id and ${inScope(scope, 'advice')}
      and advice.status = 'pending')`;
  return {
    ...clusterRows(scope),
    gauges: ours('cluster', {
      last_seen_seconds: ['Unix time of the newest report', lastSeen],
      cost_hourly: ['Run rate per hour, the whole bill', runRate],
      unallocated_cost_hourly: [
        'What the bill is above the run rates of workloads, per hour',
        sql`${runRate} - ${ofWorkloads}`,
      ],
      idle_cost_hourly: ['Idle cost of the nodes per hour', idle],
      cost_month_to_date: ['The bill since the month began by UTC', spent],
      savings_potential_hourly: ['Savings of pending recommendations per hour', savings],
      ...useGauges('cluster', 'requested', 'used', 'allocatable'),
    }),
  };
}

const allocatable = (resource: 'cpu' | 'ram' | 'gpu', capacity: string, total: string) =>
  sql`coalesce(${sql.ref(`node.compute_${resource}_hourly`)} * ${sql.ref(`node.${capacity}`)}
    / nullif(${sql.ref(`node.${total}`)}, 0), 0)`;

/** What of the allocatable of a node is not charged to its pods, per hour (decision 28). */
const nodeIdleHourly = sql`greatest(
  ${allocatable('cpu', 'cpu_allocatable_cores', 'cpu_total_cores')}
  + ${allocatable('ram', 'memory_allocatable_bytes', 'memory_total_bytes')}
  + ${allocatable('gpu', 'gpu_allocatable', 'gpu_total')}
  - node.workloads_hourly, 0 * node.workloads_hourly)`;

/** What nodes cost: the whole price, as in `/v1/nodes`. */
export const nodeGroup = (scope: MetricsScope, labels: readonly string[]): Group => ({
  ...present(scope, 'node'),
  gauges: ours('node', {
    cost_hourly: [
      'Price per hour',
      sql`node.run_rate_legacy_hourly`,
      {
        instance_type: sql`node.instance_type`,
        node_group: sql`node.node_group`,
        capacity_type: sql`node.capacity_type`,
        ...kubernetesLabels('node', labels),
      },
    ],
    unallocated_cost_hourly: [
      'What the price is above the run rates of pods, per hour',
      sql`node.run_rate_legacy_hourly - node.workloads_hourly`,
    ],
    idle_cost_hourly: ['Cost per hour of what nothing uses or requests', nodeIdleHourly],
    ...useGauges('node', 'requested', 'used', 'allocatable'),
  }),
});
