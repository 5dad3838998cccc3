import { type Basis, type CostMode } from '@costplane/kernel/schema';

const direct = {
  legacy: ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds'],
  all: ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds', 'storage_cost_seconds'],
} as const;

const rest = {
  legacy: ['idle_cost_seconds', 'overhead_cost_seconds', 'unallocated_compute_cost_seconds'],
  all: [
    'idle_cost_seconds',
    'overhead_cost_seconds',
    'unallocated_compute_cost_seconds',
    'unallocated_storage_cost_seconds',
    'management_cost_seconds',
    'unallocated_management_cost_seconds',
  ],
} as const;

/**
 * The columns of the ledger whose sum is a cluster's cost (decisions 26, 27 and 31): the whole
 * bill, what nobody could be given included, or what ran directly.
 */
export const billColumns = (basis: Basis, costMode: CostMode) =>
  costMode === 'fully_loaded' ? [...direct[basis], ...rest[basis]] : direct[basis];
