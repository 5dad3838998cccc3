import { acceptsCostMode, pathCluster, routesOver, textParameter } from '@costplane/plugin-api';
import { namespaceCosts } from '../queries/cost-sources.ts';
import { readTrendOfResource } from '../queries/read-trend.ts';
import { toCostTrend } from '../resources/to-cost-trend.ts';
import { type TrendRows } from '../tables.ts';
import { resolveTrend } from '../trend/trend-request.ts';
import { trendRoute } from './trend-route.ts';

/** Cost of a namespace over time, even if it was deleted. */
export const getNamespaceCostTrend = routesOver<TrendRows>()({
  ...trendRoute,
  operationId: 'getNamespaceCostTrend',
  path: '/v1/clusters/{cluster_id}/namespaces/{namespace}/cost-trend',
  summary: 'Get the cost trend of a namespace',
  description:
    'Includes its workloads and the cost that no workload owns. A deleted namespace is ' +
    'returned while it has history in the window.',
  scope: 'namespaces:read',
  params: {
    cluster_id: pathCluster(),
    namespace: textParameter('Name of the namespace in Kubernetes.'),
  },
  costMode: acceptsCostMode('workload_only'),
  errors: ['NAMESPACE_NOT_FOUND'],

  async handler({ db, ledger, organization: { id, currency }, params, query, costMode, basis }) {
    const trend = resolveTrend(query);
    const source = namespaceCosts(id, params, { basis, costMode });
    const history = await readTrendOfResource(ledger, source, trend, {
      db,
      clusterId: params.cluster_id,
      table: 'namespaces',
      column: 'name',
      value: params.namespace,
      code: 'NAMESPACE_NOT_FOUND',
      field: 'namespace',
    });
    const subject = { scope: 'namespace', scope_ref: params } as const;
    return toCostTrend(subject, { trend, history, currency });
  },
});
