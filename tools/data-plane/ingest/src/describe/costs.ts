import { formatFixedPoint, type FixedPoint, type PerResource } from '@costplane/pricing';

/** USD per hour as decimal text; null if unknown. */
export interface ComputeCosts {
  compute_cpu_hourly: string | null;
  compute_ram_hourly: string | null;
  compute_gpu_hourly: string | null;
}

export function computeCosts(cost: PerResource<FixedPoint> | null): ComputeCosts {
  return {
    compute_cpu_hourly: amount(cost?.cpu),
    compute_ram_hourly: amount(cost?.ram),
    compute_gpu_hourly: amount(cost?.gpu),
  };
}

export function amount(value: FixedPoint | null | undefined): string | null {
  return value === null || value === undefined ? null : formatFixedPoint(value);
}
