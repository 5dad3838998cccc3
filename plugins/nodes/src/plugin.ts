import { definePlugin } from '@costplane/plugin-api';
import { getNode } from './routes/get-node.ts';
import { getNodeGroup } from './routes/get-node-group.ts';
import { listClusterNodeGroups } from './routes/list-cluster-node-groups.ts';
import { listClusterNodes } from './routes/list-cluster-nodes.ts';
import { listNodeGroups } from './routes/list-node-groups.ts';
import { listNodes } from './routes/list-nodes.ts';
import { nodeTables } from './tables.ts';

/** Nodes and node groups: their capacity, their utilization and their cost. */
export const nodesPlugin = definePlugin({
  id: 'nodes',
  scopes: { 'nodes:read': 'Nodes, node groups, node-group cost trend' },
  tables: nodeTables,
  tags: {
    Nodes: 'Capacity, utilization, cost and labels of each node.',
    'Node groups':
      'Groups of nodes that scale together: node pools, managed node groups, agent pools.',
  },
  routes: [
    listNodes,
    listClusterNodes,
    getNode,
    listNodeGroups,
    listClusterNodeGroups,
    getNodeGroup,
  ],
});
