import { definePlugin } from '@costplane/plugin-api';
import { getCluster } from './routes/get-cluster.ts';
import { getNamespace } from './routes/get-namespace.ts';
import { listClusterNamespaces } from './routes/list-cluster-namespaces.ts';
import { listClusters } from './routes/list-clusters.ts';
import { listNamespaces } from './routes/list-namespaces.ts';
import { clusterTables } from './tables.ts';

/** Clusters and their namespaces: their capacity, their utilization and their cost per hour. */
export const clustersPlugin = definePlugin({
  id: 'clusters',
  scopes: {
    'clusters:read': 'Clusters and their cost trend',
    'namespaces:read': 'Namespace lists and detail, namespace cost trend',
  },
  tables: clusterTables,
  tags: {
    Clusters: 'Capacity, utilization and cost of each cluster.',
    Namespaces: 'Requests, usage, cost and owner of each namespace.',
  },
  routes: [listClusters, getCluster, listNamespaces, listClusterNamespaces, getNamespace],
});
