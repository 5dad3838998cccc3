import { anyOf } from '@costplane/plugin-api/listing';
import { billCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Family, keyBy, type MetricsScope, type Source } from '../exposition/family.ts';
import { inScope } from './in-scope.ts';
import { inMonth, sumCosts } from './month-to-date.ts';
import { nodeIdleHourly } from './node-families.ts';
import { pendingSavings } from './savings.ts';
import { useFamilies } from './use-families.ts';

/** What clusters cost: the whole bill, as in `/v1/clusters`. */
export function clusterFamilies(scope: MetricsScope): Family[] {
  const clusters = clusterSource(scope);
  const runRate = sql.ref(`cluster.run_rate_${scope.basis}_hourly`);
  return [
    {
      name: 'costplane_currency_info',
      help: 'The currency of all costs, in a label',
      source: currencySource(scope),
      value: sql`1`,
    },
    {
      name: 'costplane_cluster_last_seen_seconds',
      help: 'When the newest report of a cluster was made, in Unix time',
      source: clusters,
      value: sql`extract(epoch from cluster.last_seen_at)`,
    },
    {
      name: 'costplane_cluster_cost_hourly',
      help: 'Run rate of a cluster per hour, the whole bill',
      source: clusters,
      value: runRate,
    },
    {
      name: 'costplane_cluster_unallocated_cost_hourly',
      help: 'What the bill of a cluster is above the run rates of its workloads, per hour',
      source: clusters,
      value: sql`${runRate} - ${sql.ref(`cluster.workloads_${scope.basis}_hourly`)}`,
    },
    {
      name: 'costplane_cluster_idle_cost_hourly',
      help: 'Cost per hour of what the nodes of a cluster can allocate and nothing uses or requests',
      source: clusters,
      value: sql`(
        select sum(${nodeIdleHourly}) from nodes as node
        where node.organization_id = cluster.organization_id and node.cluster_id = cluster.id
          and node.gone_at is null)`,
    },
    {
      name: 'costplane_cluster_cost_month_to_date',
      help: 'What a cluster has cost since the month began by UTC, the whole bill',
      source: clusters,
      value: sql`(
        select ${sumCosts(billCostColumns(scope.basis, 'fully_loaded'))} from cluster_days as spent
        where spent.cluster_id = cluster.id and ${inMonth(scope, 'spent')})`,
    },
    {
      name: 'costplane_cluster_savings_potential_hourly',
      help: 'What pending recommendations for a cluster would save per hour',
      source: clusters,
      value: sql`(
        select coalesce(${pendingSavings}, 0) from recommendations as advice
        where advice.cluster_id = cluster.id and ${inScope(scope, 'advice')}
          and advice.status = 'pending')`,
    },
    ...useFamilies('cluster', 'cluster', clusters, ['requested', 'used', 'allocatable']),
  ];
}

export const clusterSource = ({ organization, clusterIds }: MetricsScope): Source => ({
  rows: sql`clusters as cluster
    where cluster.organization_id = ${organization.id}::uuid
      and cluster.id = ${anyOf(clusterIds, 'uuid')}`,
  key: keyBy(sql`cluster.id`, sql`cluster.name`),
  labels: { cluster: sql`cluster.name` },
});

const currencySource = ({ organization }: MetricsScope): Source => ({
  rows: sql`(select ${organization.id}::uuid as id, ${organization.currency}::text as code) as currency
    where true`,
  key: keyBy(sql`currency.id`, sql`currency.code`),
  labels: { currency: sql`currency.code` },
});
