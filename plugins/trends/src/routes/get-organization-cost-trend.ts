import { acceptsCostMode, routesOver } from '@costplane/plugin-api';
import { organizationCosts } from '../queries/cost-sources.ts';
import { selectExcludedClusters } from '../queries/select-excluded-clusters.ts';
import { readTrend } from '../queries/read-trend.ts';
import { toCostTrend } from '../resources/to-cost-trend.ts';
import { type TrendRows } from '../tables.ts';
import { resolveTrend } from '../trend/trend-request.ts';
import { trendRoute } from './trend-route.ts';

/** Total cost over time of the clusters that the key may read. */
export const getOrganizationCostTrend = routesOver<TrendRows>()({
  ...trendRoute,
  operationId: 'getOrganizationCostTrend',
  path: '/v1/organizations/dashboard/cost-trend',
  summary: 'Get the cost trend of the organization',
  description:
    'Covers the clusters that the key may read; `excluded_cluster_ids` lists the others. ' +
    '`fully_loaded` is the total cost, `workload_only` the direct cost of workloads.',
  scope: 'organization:read',
  costMode: acceptsCostMode('fully_loaded'),

  async handler({ db, ledger, organization, allowedClusters, query, costMode, basis }) {
    const { id, currency } = organization;
    const trend = resolveTrend(query);
    const source = organizationCosts(id, allowedClusters, { basis, costMode });
    const [history, excluded] = await Promise.all([
      readTrend(ledger, source, trend),
      // The contract requires an empty `excluded_cluster_ids` for an empty allow-list.
      allowedClusters?.length ? selectExcludedClusters(db, id, allowedClusters).execute() : [],
    ]);
    const excludedClusterIds = excluded.map((cluster) => cluster.id);
    const subject = { scope: 'organization' as const, excluded_cluster_ids: excludedClusterIds };
    return toCostTrend(subject, { trend, history, currency });
  },
});
