import { ownerCostColumns } from '@costplane/plugin-api/schema';

/** The price of nodes. Nodes have only compute costs, so it is the same over both bases. */
export const priceColumns: readonly string[] = [
  ...ownerCostColumns('legacy', 'fully_loaded'),
  'unallocated_cost_seconds',
];
