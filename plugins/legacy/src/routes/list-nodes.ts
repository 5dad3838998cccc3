import { optional, routesOver, textParameter } from '@costplane/plugin-api';
import { count, namedObject } from '@costplane/plugin-api/schema';
import { Type } from 'typebox';
import { onlyRow } from '../queries/only-row.ts';
import { countNodes, selectNodes } from '../queries/select-nodes.ts';
import { nodeSchema, toNode } from '../resources/node.ts';
import { readScope } from '../scope.ts';
import { type LegacyRows } from '../tables.ts';
import { clusterErrors, legacyRoute } from './legacy-route.ts';
import { clusterId, longestGroupName, paging } from './parameters.ts';

const response = namedObject('LegacyNodeList', 'One page of nodes.', {
  nodes: Type.Array(nodeSchema, { description: 'The nodes of the page.' }),
  total: count('Number of matching nodes, not only of this page.'),
});

export const listNodes = routesOver<LegacyRows>()({
  ...legacyRoute,
  operationId: 'legacyListNodes',
  path: '/v1/nodes',
  summary: 'List nodes (legacy)',
  description: 'Sorted by hourly cost, highest first.',
  scope: 'nodes:read',
  query: {
    cluster_id: clusterId,
    node_group: optional(textParameter('Name of a node group.', { maxLength: longestGroupName })),
    ...paging,
  },
  response,
  errors: clusterErrors,

  async handler(context) {
    const { db, query } = context;
    const scope = await readScope(context, query.cluster_id);
    const [nodes, { total }] = await Promise.all([
      selectNodes(scope, query.node_group, query).execute(db),
      onlyRow(db, countNodes(scope, query.node_group)),
    ]);
    return { nodes: nodes.rows.map(toNode), total };
  },
});
