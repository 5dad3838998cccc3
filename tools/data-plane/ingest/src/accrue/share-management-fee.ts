import { apportion, type FixedPoint } from '@costplane/pricing';
import { type ContainerFigures } from './container-figures.ts';
import { type Column } from './measures.ts';

export interface FeeShares {
  containers: Column;
  volumes: Column;
  /** The whole fee if nothing has a direct cost. */
  unallocated: FixedPoint | null;
}

/**
 * Divides the control plane fee among containers and claimed volumes, in proportion to direct cost.
 * Items of unknown cost have an unknown share.
 */
export function shareManagementFee(
  fee: FixedPoint | null,
  { rows, figures }: ContainerFigures,
  volumeCosts: Column,
): FeeShares {
  const { cpu_cost_seconds: cpu, memory_cost_seconds: ram, gpu_cost_seconds: gpu } = figures;
  const directCosts = cpu.map((cost, row) =>
    cost === null ? null : cost + (ram[row] ?? 0n) + (gpu[row] ?? 0n),
  );
  const costs = [...directCosts, ...volumeCosts];
  const shares = apportion(
    fee ?? 0n,
    costs.map((cost) => cost ?? 0n),
  );
  const known = shares.map((share, index) =>
    fee === null || costs[index] === null ? null : share,
  );
  return {
    containers: known.slice(0, rows.length),
    volumes: known.slice(rows.length),
    unallocated: fee === null ? null : shares.reduce((rest, share) => rest - share, fee),
  };
}
