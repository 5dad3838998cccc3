import { definePlugin } from '@costplane/plugin-api';
import { exportConfig } from './config.ts';
import { exportFocus } from './routes/export-focus.ts';
import { getFocusSchema } from './routes/get-focus-schema.ts';
import { exportTables } from './tables.ts';

/** Costs as files of the FinOps Open Cost and Usage Specification. */
export const focusExportPlugin = definePlugin({
  id: 'focus-export',
  sharedScopes: { 'cost_explorer:read': 'The cost explorer and the FOCUS export' },
  config: exportConfig,
  tables: { clusters: exportTables.clusters },
  ledgerTables: exportTables,
  tags: { 'FOCUS export': 'Cost and usage as FOCUS 1.4 files, and the schema of these files.' },
  routes: (config) => [exportFocus(config), getFocusSchema(config)],
});
