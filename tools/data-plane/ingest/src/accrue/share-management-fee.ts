import { apportion, type FixedPoint } from '@costplane/pricing';
import { type ContainerFigures } from './container-figures.ts';
import { type VolumeFigures } from './volume-figures.ts';

/**
 * Divides the control plane fee among containers and claimed volumes, in proportion to direct cost.
 * Items of unknown cost have an unknown share. Returns the unallocated part: the whole fee if
 * nothing has a direct cost.
 */
export function shareManagementFee(
  fee: FixedPoint | null,
  containers: readonly ContainerFigures[],
  claimed: readonly VolumeFigures[],
): bigint | null {
  if (fee === null) return null;
  const weights = [
    ...containers.map(directCost),
    ...claimed.map(({ figures }) => figures.storage_cost_seconds),
  ];
  const shares = apportion(
    fee,
    weights.map((weight) => weight ?? 0n),
  );
  for (const [index, { figures }] of [...containers, ...claimed].entries()) {
    figures.management_cost_seconds = weights[index] === null ? null : (shares[index] ?? null);
  }
  return shares.reduce((rest, share) => rest - share, fee);
}

function directCost({ figures }: ContainerFigures): bigint | null {
  const { cpu_cost_seconds: cpu, memory_cost_seconds: memory, gpu_cost_seconds: gpu } = figures;
  return cpu === null || memory === null || gpu === null ? null : cpu + memory + gpu;
}
