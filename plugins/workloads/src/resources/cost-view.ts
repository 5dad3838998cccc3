import { type Basis, type CostMode, type DirectCost, toCostBlock } from '@costplane/kernel/schema';

/** What a row does not say of its cost. */
export interface CostView {
  readonly basis: Basis;
  readonly costMode: CostMode;
  readonly currency: string;
}

/** Direct cost of a row, over the basis. */
export interface DirectCostFigures {
  readonly run_rate_hourly: string | null;
  readonly compute_cpu_hourly: string | null;
  readonly compute_ram_hourly: string | null;
  readonly compute_gpu_hourly: string | null;
  readonly storage_pv_hourly?: string | null;
  readonly is_compute_partial: boolean;
  readonly cost_updated_at: string;
}

/** The cost block of a row. */
export const toDirectCost = (
  row: DirectCostFigures,
  { basis, costMode, currency }: CostView,
): DirectCost => ({
  ...toCostBlock({
    currency,
    basis,
    runRateHourly: row.run_rate_hourly,
    components: {
      'compute.cpu': row.compute_cpu_hourly,
      'compute.ram': row.compute_ram_hourly,
      'compute.gpu': row.compute_gpu_hourly,
      'storage.pv': row.storage_pv_hourly ?? null,
    },
    isComputePartial: row.is_compute_partial,
    lastUpdatedAt: row.cost_updated_at,
  }),
  cost_mode: costMode,
});
