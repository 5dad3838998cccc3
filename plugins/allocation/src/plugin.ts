import { definePlugin } from '@costplane/kernel';
import { allocationTables } from './tables.ts';

export const allocationPlugin = definePlugin({
  id: 'allocation',
  tables: allocationTables,
  routes: [],
});
