import { notFound, routesOver, uuidParameter } from '@costplane/plugin-api';
import { firstRow } from '../queries/only-row.ts';
import { selectNodeDays } from '../queries/select-node-days.ts';
import { selectNode } from '../queries/select-nodes.ts';
import { nodeMetricsSchema, toDayPoint, toNewestPoint } from '../resources/node-metrics.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { timeframeStart } from '../timeframe.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { requiredClusterId, timeframe } from './parameters.ts';

export const getNodeMetrics = routesOver<LegacyRows>()({
  ...legacyRoute,
  cacheable: false,
  operationId: 'legacyGetNodeMetrics',
  path: '/v1/nodes/{node_uid}/metrics',
  summary: 'Get the usage of a node over time (legacy)',
  scope: 'nodes:read',
  params: { node_uid: uuidParameter('Kubernetes uid of the node.') },
  query: { cluster_id: requiredClusterId, timeframe: timeframe('24h') },
  response: nodeMetricsSchema,
  errors: [...clusterErrors, 'NODE_NOT_FOUND'],

  async handler(context) {
    const { db, params, query, now, ledger } = context;
    const uid = params.node_uid;
    const scope = await readScope(context, query.cluster_id);
    const node = await firstRow(db, selectNode(scope, uid));
    if (!node) throw notFound('NODE_NOT_FOUND', 'node_uid');
    const start = timeframeStart(query.timeframe, now);
    const days = await selectNodeDays(scope, uid, start, now).execute(ledger);
    return {
      node_uid: uid,
      cluster_id: query.cluster_id,
      timeframe: query.timeframe,
      data_points: [
        ...days.rows.map((day) => toDayPoint(node, day)),
        ...toNewestPoint(node, start),
      ],
    };
  },
});
