import { definePlugin } from '@costplane/plugin-api';
import { getWorkload } from './routes/get-workload.ts';
import { listClusterWorkloads } from './routes/list-cluster-workloads.ts';
import { listWorkloadPods } from './routes/list-workload-pods.ts';
import { listWorkloads } from './routes/list-workloads.ts';
import { workloadTables } from './tables.ts';

/** Workloads and their pods: their requests, their usage and their cost per hour. */
export const workloadsPlugin = definePlugin({
  id: 'workloads',
  scopes: { 'workloads:read': 'Workload lists, detail, pods, workload cost trend' },
  tables: workloadTables,
  tags: { Workloads: 'Requests, usage and cost of workloads and their pods.' },
  routes: [listWorkloads, listClusterWorkloads, getWorkload, listWorkloadPods],
});
