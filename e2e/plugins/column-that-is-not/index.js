import { columns, definePlugin, defineTables } from '@costplane/plugin-api';

/** Reads of the warehouse what it does not have, or not so, or not for this role. */
export default definePlugin({
  id: 'column-that-is-not',
  tables: defineTables({
    clusters: { id: columns.uuid, colour: columns.text, name: columns.integer },
    api_keys: { key_hash: columns.text },
    invoices: { id: columns.uuid, amount: columns.numeric },
  }),
  routes: [],
});
