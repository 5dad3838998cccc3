import { definePlugin } from '@costplane/plugin-api';
import { listCostLabels } from './routes/list-cost-labels.ts';
import { queryCostExplorer } from './routes/query-cost-explorer.ts';
import { explorerTables } from './tables.ts';

/** The cost explorer: cost over any days, in any grouping, filtered, sorted and paged. */
export const explorerPlugin = definePlugin({
  id: 'explorer',
  scopes: { 'cost_explorer:read': 'The cost explorer and the FOCUS export' },
  ledgerTables: explorerTables,
  tags: { 'Cost explorer': 'Cost over any range of days, in any grouping.' },
  routes: [queryCostExplorer, listCostLabels],
});
