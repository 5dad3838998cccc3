import { definePlugin } from '@costplane/kernel';
import { Type } from 'typebox';
import { getRate } from './get-rate.ts';
import { listCharges } from './list-charges.ts';
import { chargebackTables } from './tables.ts';

const config = Type.Object({
  marginPercent: Type.Number({
    minimum: 0,
    maximum: 100,
    default: 0,
    description: 'What is charged on top of the cost, in percent of it.',
  }),
});

export default definePlugin({
  id: 'acme-chargeback',
  scopes: { 'acme-chargeback:read': 'What namespaces are charged' },
  sharedScopes: { 'clusters:read': 'The rate of the charges' },
  config,
  tables: chargebackTables,
  tags: { Chargeback: 'What namespaces are charged for what they cost.' },
  routes: ({ marginPercent }) => [listCharges(marginPercent), getRate(marginPercent)],
});
