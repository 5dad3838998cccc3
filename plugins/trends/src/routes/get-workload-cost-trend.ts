import { acceptsCostMode, pathCluster, routesOver, uuidParameter } from '@costplane/plugin-api';
import { workloadCosts } from '../queries/cost-sources.ts';
import { readTrendOfResource } from '../queries/read-trend.ts';
import { toCostTrend } from '../resources/to-cost-trend.ts';
import { type TrendRows } from '../tables.ts';
import { resolveTrend } from '../trend/trend-request.ts';
import { trendRoute } from './trend-route.ts';

/** Cost of a workload over time, even if it was deleted. */
export const getWorkloadCostTrend = routesOver<TrendRows>()({
  ...trendRoute,
  operationId: 'getWorkloadCostTrend',
  path: '/v1/clusters/{cluster_id}/workloads/by-uid/{workload_uid}/cost-trend',
  summary: 'Get the cost trend of a workload',
  description: 'A deleted workload is returned while it has history in the window.',
  scope: 'workloads:read',
  params: {
    cluster_id: pathCluster(),
    workload_uid: uuidParameter('Kubernetes uid of the workload.', {
      code: 'VALIDATION_ERROR',
    }),
  },
  costMode: acceptsCostMode('workload_only'),
  errors: ['WORKLOAD_NOT_FOUND'],

  async handler({ db, ledger, organization: { id, currency }, params, query, costMode, basis }) {
    const trend = resolveTrend(query);
    const source = workloadCosts(id, params, { basis, costMode });
    const history = await readTrendOfResource(ledger, source, trend, {
      db,
      clusterId: params.cluster_id,
      table: 'workloads',
      column: 'uid',
      value: params.workload_uid,
      code: 'WORKLOAD_NOT_FOUND',
      field: 'workload_uid',
    });
    const subject = { scope: 'workload', scope_ref: params } as const;
    return toCostTrend(subject, { trend, history, currency });
  },
});
