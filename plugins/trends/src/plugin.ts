import { definePlugin } from '@costplane/plugin-api';
import { getClusterCostTrend } from './routes/get-cluster-cost-trend.ts';
import { getNamespaceCostTrend } from './routes/get-namespace-cost-trend.ts';
import { getNodeGroupCostTrend } from './routes/get-node-group-cost-trend.ts';
import { getOrganizationCostTrend } from './routes/get-organization-cost-trend.ts';
import { getWorkloadCostTrend } from './routes/get-workload-cost-trend.ts';
import { stateTables, trendTables } from './tables.ts';

/** The cost of clusters, namespaces, workloads, node groups and the organization over time. */
export const trendsPlugin = definePlugin({
  id: 'trends',
  sharedScopes: {
    'organization:read': 'The organization, its dashboard and its cost trend',
    'clusters:read': 'Clusters and their cost trend',
    'namespaces:read': 'Namespace lists and detail, namespace cost trend',
    'workloads:read': 'Workload lists, detail, pods, workload cost trend',
    'nodes:read': 'Nodes, node groups, node-group cost trend',
  },
  tables: stateTables,
  ledgerTables: trendTables,
  tags: { 'Cost trends': 'Cost over time, by hour, day, week or month.' },
  routes: [
    getOrganizationCostTrend,
    getClusterCostTrend,
    getNamespaceCostTrend,
    getWorkloadCostTrend,
    getNodeGroupCostTrend,
  ],
});
