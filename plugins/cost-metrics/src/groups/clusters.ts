import { billCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Group, ours } from '../write-metrics.ts';
import { amount, kubernetesLabels, nodeGauges, pendingSavings, type Resource } from './gauges.ts';
import { inMonth, inScope, type MetricsScope, present, sumCosts } from './scope.ts';

export const currencyGroup = ({ organization }: MetricsScope): Group => ({
  rows: sql`(select ${organization.currency}::text as code) as currency`,
  labels: { currency: 'currency.code' },
  gauges: ours('currency', { info: ['Label `currency`: the currency of all costs', sql`1`] }),
});

export const clusterRows = (scope: MetricsScope) => ({
  rows: sql`clusters as cluster where ${inScope(scope, 'cluster', 'id')}`,
  labels: { cluster: 'cluster.name' },
});

/** Costs of clusters: the total cost, as in `/v1/clusters`. */
export function clusterGroup(scope: MetricsScope): Group {
  const runRate = sql.ref(`cluster.run_rate_${scope.basis}_hourly`);
  const remaining = sql`${runRate} - ${sql.ref(`cluster.workloads_${scope.basis}_hourly`)}`;
  const lastSeen = sql`case status when 'active' then extract(epoch from last_seen_at) end`;
  const idle = sql`(
    select sum(${nodeIdleHourly}) from nodes as node
    where node.organization_id = cluster.organization_id and node.cluster_id = cluster.id
      and node.gone_at is null)`;
  const spent = sql`(
    select ${sumCosts(billCostColumns(scope.basis, 'fully_loaded'))} / 3600
    from cluster_days as spent
    where spent.cluster_id = cluster.id and ${inMonth(scope)})`;
  const savings = sql`(
    select coalesce(${pendingSavings}, 0) from recommendations as advice
    where advice.cluster_id = cluster.id and ${inScope(scope, 'advice')}
      and advice.status = 'pending')`;
  return {
    ...clusterRows(scope),
    gauges: ours('cluster', {
      last_seen_seconds: ['Unix time of the newest report', lastSeen],
      cost_hourly: ['Run rate per hour, total cost', runRate],
      unallocated_cost_hourly: ['Total cost less the run rates of workloads, per hour', remaining],
      idle_cost_hourly: ['Idle cost of the nodes per hour', idle],
      cost_month_to_date: ['Total cost since the start of the month (UTC)', spent],
      savings_potential_hourly: ['Savings of pending recommendations per hour', savings],
      ...nodeGauges,
    }),
  };
}

/** Cost per hour of the allocatable part of a resource; 0 where there is none, or no price. */
const allocatable = (resource: Resource) => sql`
  coalesce(${sql.ref(`node.compute_${resource}_hourly`)} * ${amount('node', resource, 'allocatable')}
    / nullif(${amount('node', resource, 'total')}, 0), 0)`;

/** Cost per hour of allocatable resources not charged to pods (decision 28), with or without a workload. */
const nodeIdleHourly = sql`greatest(
  ${allocatable('cpu')} + ${allocatable('ram')} + ${allocatable('gpu')} - node.workloads_hourly - (
    select coalesce(sum(pod.run_rate_legacy_hourly), 0) from pods as pod
    where pod.organization_id = node.organization_id and pod.cluster_id = node.cluster_id
      and pod.workload_uid is null and pod.node_uid = node.uid and pod.gone_at is null
  ), 0 * node.workloads_hourly)`;
const nodeRemaining = sql`node.run_rate_legacy_hourly - node.workloads_hourly`;

/** Costs of nodes: the full price, as in `/v1/nodes`. */
export const nodeGroup = (scope: MetricsScope): Group => ({
  ...present(scope, 'node'),
  gauges: ours('node', {
    cost_hourly: [
      'Price per hour',
      'node.run_rate_legacy_hourly',
      {
        instance_type: 'node.instance_type',
        node_group: 'node.node_group',
        capacity_type: 'node.capacity_type',
        ...kubernetesLabels(scope, 'node'),
      },
    ],
    unallocated_cost_hourly: ['Price less the run rates of workloads, per hour', nodeRemaining],
    idle_cost_hourly: ['Cost per hour of capacity neither used nor requested', nodeIdleHourly],
    ...nodeGauges,
  }),
});
