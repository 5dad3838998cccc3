import { anyOf } from '@costplane/plugin-api/listing';
import { billCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { inMonth, sumCosts } from './month-to-date.ts';
import { nodeIdleHourly } from './nodes.ts';
import { pendingSavings } from './savings.ts';
import { inScope, type MetricsScope } from './scope.ts';
import { useGauges } from './use-gauges.ts';

/** What clusters cost: the whole bill, as in `/v1/clusters`. */
export function clusterGroup(scope: MetricsScope): Group {
  const runRate = sql.ref(`cluster.run_rate_${scope.basis}_hourly`);
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
    gauges: {
      costplane_cluster_last_seen_seconds: ['Unix time of the newest report', lastSeen],
      costplane_cluster_cost_hourly: ['Run rate of a cluster per hour, the whole bill', runRate],
      costplane_cluster_unallocated_cost_hourly: [
        'What the bill of a cluster is above the run rates of its workloads, per hour',
        sql`${runRate} - ${sql.ref(`cluster.workloads_${scope.basis}_hourly`)}`,
      ],
      costplane_cluster_idle_cost_hourly: ['Idle cost of the nodes per hour', idle],
      costplane_cluster_cost_month_to_date: ['The bill since the month began by UTC', spent],
      costplane_cluster_savings_potential_hourly: ['Pending savings per hour', savings],
      ...useGauges('cluster', 'requested', 'used', 'allocatable'),
    },
  };
}

export const clusterRows = ({ organization, clusterIds }: MetricsScope) => ({
  rows: sql`clusters as cluster
    where cluster.organization_id = ${organization.id}::uuid
      and cluster.id = ${anyOf(clusterIds, 'uuid')}`,
  order: sql`cluster.id`,
  labels: { cluster: sql`cluster.name` },
});

export const currencyGroup = ({ organization }: MetricsScope): Group => ({
  rows: sql`(select ${organization.currency}::text as code) as currency`,
  order: sql`1`,
  labels: { currency: sql`currency.code` },
  gauges: { costplane_currency_info: ['The currency of all costs, in a label', sql`1`] },
});
