import { definePlugin } from '@costplane/kernel';
import { nodeTables } from './tables.ts';

export const nodesPlugin = definePlugin({
  id: 'nodes',
  tables: nodeTables,
  routes: [],
});
