import { definePlugin } from '@costplane/kernel';
import { recommendationTables } from './tables.ts';

export const recommendationsPlugin = definePlugin({
  id: 'recommendations',
  tables: recommendationTables,
  routes: [],
});
