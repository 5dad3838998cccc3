import { type ContainerSizes, type Sizes } from '../workload-state.ts';
import { type ContainerUsage } from './usage-figures.ts';

/** A request or limit that is lowered below the observed peak of the container. */
export interface BelowPeak {
  container: string;
  block: 'requests' | 'limits';
  resource: keyof Sizes;
  /** In nanocores or bytes. */
  recommended: bigint;
  peak: bigint;
  /** In Unix milliseconds. */
  peakAt: number;
}

/** The values of a container that a change lowers below its observed peak. */
export function findBelowPeak({
  current,
  recommended,
  usage,
}: {
  current: ContainerSizes;
  recommended: ContainerSizes;
  usage: ContainerUsage;
}): BelowPeak[] {
  return (['requests', 'limits'] as const).flatMap((block) =>
    (['cpu', 'memory'] as const).flatMap((resource) => {
      const [from, to] = [current[block][resource], recommended[block][resource]];
      const used = usage[resource];
      if (from === null || to === null || used === null) return [];
      if (to >= from || to >= used.maximum) return [];
      const { maximum: peak, maximumAt: peakAt } = used;
      return [{ container: current.name, block, resource, recommended: to, peak, peakAt }];
    }),
  );
}
