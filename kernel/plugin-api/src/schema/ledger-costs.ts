import { type Basis, type CostMode } from './cost.ts';

/** A cost column of workloads and namespaces. */
export type OwnerCostColumn =
  | 'cpu_cost_seconds'
  | 'memory_cost_seconds'
  | 'gpu_cost_seconds'
  | 'storage_cost_seconds'
  | 'idle_cost_seconds'
  | 'overhead_cost_seconds'
  | 'management_cost_seconds';

/** A cost column of clusters. */
export type BillCostColumn =
  | OwnerCostColumn
  | 'unallocated_compute_cost_seconds'
  | 'unallocated_storage_cost_seconds'
  | 'unallocated_management_cost_seconds';

type ColumnsByBasis<Column> = Readonly<Record<Basis, readonly Column[]>>;

const direct: ColumnsByBasis<OwnerCostColumn> = {
  legacy: ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds'],
  all: ['cpu_cost_seconds', 'memory_cost_seconds', 'gpu_cost_seconds', 'storage_cost_seconds'],
};

const shares: ColumnsByBasis<OwnerCostColumn> = {
  legacy: ['idle_cost_seconds', 'overhead_cost_seconds'],
  all: ['idle_cost_seconds', 'overhead_cost_seconds', 'management_cost_seconds'],
};

const unallocated: ColumnsByBasis<BillCostColumn> = {
  legacy: ['unallocated_compute_cost_seconds'],
  all: [
    'unallocated_compute_cost_seconds',
    'unallocated_storage_cost_seconds',
    'unallocated_management_cost_seconds',
  ],
};

/**
 * The columns of the ledger whose sum is the cost of a workload or a namespace, by basis and cost mode
 * (decisions 26 and 27). Their unit is hourly cost × seconds.
 */
export const ownerCostColumns = (basis: Basis, costMode: CostMode): readonly OwnerCostColumn[] =>
  costMode === 'fully_loaded' ? [...direct[basis], ...shares[basis]] : direct[basis];

/** The same for clusters: direct cost, or the total including unallocated cost (decision 31). */
export const billCostColumns = (basis: Basis, costMode: CostMode): readonly BillCostColumn[] =>
  costMode === 'fully_loaded'
    ? [...ownerCostColumns(basis, costMode), ...unallocated[basis]]
    : direct[basis];
