import { pathCluster, rejectsCostMode, routesOver, textParameter } from '@costplane/plugin-api';
import { nodeGroupCosts } from '../queries/cost-sources.ts';
import { readTrendOfResource } from '../queries/read-trend.ts';
import { toCostTrend } from '../resources/to-cost-trend.ts';
import { type TrendRows } from '../tables.ts';
import { resolveTrend } from '../trend/trend-request.ts';
import { trendRoute } from './trend-route.ts';

/** Clouds use longer names for node groups than Kubernetes allows for its own objects. */
const longestGroupName = 1024;

/** Cost of a node group over time, even if it was deleted. */
export const getNodeGroupCostTrend = routesOver<TrendRows>()({
  ...trendRoute,
  operationId: 'getNodeGroupCostTrend',
  path: '/v1/clusters/{cluster_id}/node-groups/{name}/cost-trend',
  summary: 'Get the cost trend of a node group',
  description:
    'The price of its nodes, regardless of what ran on them; the same over both bases. A deleted ' +
    'group is returned while it has history in the window.',
  scope: 'nodes:read',
  params: {
    cluster_id: pathCluster(),
    name: textParameter('Name of the node group, percent-encoded, including `/`.', {
      maxLength: longestGroupName,
    }),
  },
  costMode: rejectsCostMode,
  errors: ['NODE_GROUP_NOT_FOUND'],

  async handler({ db, ledger, organization: { id, currency }, params, query }) {
    const trend = resolveTrend(query);
    const source = nodeGroupCosts(id, params);
    const history = await readTrendOfResource(ledger, source, trend, {
      db,
      clusterId: params.cluster_id,
      table: 'nodes',
      column: 'node_group',
      value: params.name,
      code: 'NODE_GROUP_NOT_FOUND',
      field: 'name',
    });
    const { cluster_id, name: nodeGroup } = params;
    const subject = {
      scope: 'node-group',
      scope_ref: { cluster_id, node_group: nodeGroup },
    } as const;
    return toCostTrend(subject, { trend, history, currency });
  },
});
