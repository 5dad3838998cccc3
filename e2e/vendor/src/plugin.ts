import { definePlugin } from '@costplane/plugin-api';
import { chargebackConfig } from './config.ts';
import { getRate } from './routes/get-rate.ts';
import { listCharges } from './routes/list-charges.ts';
import { chargebackTables } from './tables.ts';

/** What each namespace is charged: its cost, and a margin on it. */
export const chargebackPlugin = definePlugin({
  id: 'acme-chargeback',
  scopes: { 'acme-chargeback:read': 'What namespaces are charged' },
  sharedScopes: { 'clusters:read': 'The rate of the charges' },
  config: chargebackConfig,
  tables: chargebackTables,
  tags: { Chargeback: 'What namespaces are charged for what they cost.' },
  routes: (config) => [listCharges(config), getRate(config)],
});
