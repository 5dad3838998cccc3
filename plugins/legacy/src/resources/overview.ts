import { count, uuid } from '@costplane/plugin-api/schema';
import { type Static, type TObject } from 'typebox';
import {
  type ClusterTotals,
  type MonthCosts,
  type PendingSavings,
} from '../queries/select-overview.ts';
import { hourlyCost, monthlyCost } from './amounts.ts';
import { amount } from './money.ts';

/** The fields that the overview and the dashboard share. */
export const totalsFields = {
  organization_id: uuid('Id of the organization.'),
  cluster_count: count('Clusters, including stale and pending ones, without disconnected ones.'),
  connected_cluster_count: count('Clusters that reported within the last 180 seconds.'),
  total_nodes: count('Nodes.'),
  total_pods: count('Pods that Kubernetes lists, including finished ones.'),
  total_workloads: count('Workloads.'),
  total_hourly_cost: hourlyCost,
  total_monthly_cost: monthlyCost,
  potential_monthly_savings: amount(
    'Savings in 730 hours of the pending recommendations that lower the cost.',
  ),
  mtd_actual_cost: amount(
    'Compute cost since the first day of the month (UTC); null without a known price.',
  ),
  run_rate: amount(
    'Cost of 730 hours at the average of the month so far, over the hours with data of each ' +
      'cluster; null without data.',
  ),
};

/** The query results that both are computed from. */
export interface OverviewFigures {
  readonly organizationId: string;
  readonly totals: ClusterTotals;
  readonly savings: PendingSavings;
  readonly month: MonthCosts;
}

export const toTotals = (figures: OverviewFigures): Static<TObject<typeof totalsFields>> => ({
  organization_id: figures.organizationId,
  cluster_count: figures.totals.clusters,
  connected_cluster_count: figures.totals.connected_clusters,
  total_nodes: figures.totals.nodes,
  total_pods: figures.totals.pods,
  total_workloads: figures.totals.workloads,
  total_hourly_cost: figures.totals.hourly_cost,
  total_monthly_cost: figures.totals.monthly_cost,
  potential_monthly_savings: figures.savings.monthly_savings,
  mtd_actual_cost: figures.month.actual,
  run_rate: figures.month.run_rate,
});
