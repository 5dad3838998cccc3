import { definePlugin } from '@costplane/kernel';
import { workloadTables } from './tables.ts';

export const workloadsPlugin = definePlugin({
  id: 'workloads',
  tables: workloadTables,
  routes: [],
});
