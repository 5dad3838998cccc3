import { type Basis, type CostMode } from '@costplane/kernel/schema';

const direct = {
  legacy: ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds'],
  all: ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds', 'storage_cost_seconds'],
} as const;

const shares = {
  legacy: ['idle_cost_seconds', 'overhead_cost_seconds'],
  all: ['idle_cost_seconds', 'overhead_cost_seconds', 'management_cost_seconds'],
} as const;

const unallocated = {
  legacy: ['unallocated_compute_cost_seconds'],
  all: [
    'unallocated_compute_cost_seconds',
    'unallocated_storage_cost_seconds',
    'unallocated_management_cost_seconds',
  ],
} as const;

/** What a workload or a namespace costs: directly, or with its shares (decisions 26 and 27). */
export const ownerColumns = (basis: Basis, costMode: CostMode): readonly string[] =>
  costMode === 'fully_loaded' ? [...direct[basis], ...shares[basis]] : direct[basis];

/** What clusters cost: directly, or the whole bill, what is ungiven included (decision 31). */
export const billColumns = (basis: Basis, costMode: CostMode): readonly string[] =>
  costMode === 'fully_loaded'
    ? [...ownerColumns(basis, costMode), ...unallocated[basis]]
    : direct[basis];

/** The price of nodes. They have no cost but compute, so it is the same over either basis. */
export const priceColumns: readonly string[] = [
  ...direct.legacy,
  ...shares.legacy,
  'unallocated_cost_seconds',
];
