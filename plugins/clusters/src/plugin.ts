import { definePlugin } from '@costplane/kernel';
import { getCluster } from './routes/get-cluster.ts';
import { listClusters } from './routes/list-clusters.ts';
import { clusterTables } from './tables.ts';

/** Clusters: what each holds, how full it is, and what it costs per hour. */
export const clustersPlugin = definePlugin({
  id: 'clusters',
  scopes: { 'clusters:read': 'Clusters and their cost trend' },
  tables: clusterTables,
  tags: { Clusters: 'What each cluster holds, how full it is, and what it costs.' },
  routes: [listClusters, getCluster],
});
