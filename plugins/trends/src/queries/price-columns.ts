import { ownerCostColumns } from '@costplane/plugin-api/schema';

/** The price of nodes. They have no cost but compute, so it is the same over either basis. */
export const priceColumns: readonly string[] = [
  ...ownerCostColumns('legacy', 'fully_loaded'),
  'unallocated_cost_seconds',
];
