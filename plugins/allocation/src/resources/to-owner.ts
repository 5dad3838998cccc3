import { type Basis, type CostMode, type DirectCost, toCostBlock } from '@costplane/kernel/schema';
import { type RollUpFigures } from '../queries/roll-up/roll-up.ts';
import { type Origin } from './owner-schema.ts';

/** What a row does not say of itself. */
export interface CostView {
  readonly basis: Basis;
  readonly costMode: CostMode;
  readonly currency: string;
}

interface OwnerRow {
  readonly name: string;
  readonly description: string;
  readonly origin: string;
  readonly owner_email: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export const toOwnerMetadata = (row: OwnerRow) => ({
  name: row.name,
  description: row.description,
  origin: row.origin as Origin,
  owner_email: row.owner_email,
  created_at: row.created_at,
  updated_at: row.updated_at,
});

/** The weighted run rate of a team or a department. */
export const toOwnerCost = (
  row: RollUpFigures,
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
      'storage.pv': row.storage_pv_hourly,
    },
    isComputePartial: row.is_compute_partial,
    lastUpdatedAt: row.cost_updated_at,
  }),
  cost_mode: costMode,
});
