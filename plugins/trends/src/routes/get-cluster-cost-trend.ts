import { acceptsCostMode, pathCluster, routesOver } from '@costplane/plugin-api';
import { clusterCosts } from '../queries/cost-sources.ts';
import { readTrend } from '../queries/read-trend.ts';
import { toCostTrend } from '../resources/to-cost-trend.ts';
import { type TrendRows } from '../tables.ts';
import { resolveTrend } from '../trend/trend-request.ts';
import { trendRoute } from './trend-route.ts';

/** Cost of a cluster over time. */
export const getClusterCostTrend = routesOver<TrendRows>()({
  ...trendRoute,
  operationId: 'getClusterCostTrend',
  path: '/v1/clusters/{cluster_id}/cost-trend',
  summary: 'Get the cost trend of a cluster',
  description:
    '`fully_loaded` is the total cost, including unallocated cost; `workload_only` is the ' +
    'direct cost of workloads.',
  scope: 'clusters:read',
  params: { cluster_id: pathCluster() },
  costMode: acceptsCostMode('fully_loaded'),

  async handler({ ledger, organization: { id, currency }, params, query, costMode, basis }) {
    const trend = resolveTrend(query);
    const source = clusterCosts(id, params.cluster_id, { basis, costMode });
    const history = await readTrend(ledger, source, trend);
    const subject = { scope: 'cluster', scope_ref: params } as const;
    return toCostTrend(subject, { trend, history, currency });
  },
});
