import { notFound, routesOver, textParameter } from '@costplane/plugin-api';
import { firstRow } from '../queries/only-row.ts';
import { selectNodeGroup } from '../queries/select-node-groups.ts';
import { selectMembers } from '../queries/select-nodes.ts';
import { toUtilization } from '../resources/efficiency.ts';
import { nodeGroupDetailsSchema, toNodeGroup } from '../resources/node-group.ts';
import { toNode } from '../resources/node.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { longestGroupName, requiredClusterId } from './parameters.ts';

export const getNodeGroupDetails = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyGetNodeGroupDetails',
  path: '/v1/node-groups/{group_name}/details',
  summary: 'Get a node group (legacy)',
  description: 'Includes all of its nodes, highest hourly cost first.',
  scope: 'node_groups:read',
  params: {
    group_name: textParameter('Name of the node group, percent-encoded, including `/`.', {
      maxLength: longestGroupName,
    }),
  },
  query: { cluster_id: requiredClusterId },
  response: nodeGroupDetailsSchema,
  errors: [...clusterErrors, 'NODE_GROUP_NOT_FOUND'],

  async handler(context) {
    const { db, params, query } = context;
    const name = params.group_name;
    const scope = await readScope(context, query.cluster_id);
    const [row, nodes] = await Promise.all([
      firstRow(db, selectNodeGroup(scope, name)),
      selectMembers(scope, name).execute(db),
    ]);
    if (!row) throw notFound('NODE_GROUP_NOT_FOUND', 'group_name');
    return { ...toNodeGroup(row), ...toUtilization(row), nodes: nodes.rows.map(toNode) };
  },
});
