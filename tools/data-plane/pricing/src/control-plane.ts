import { type FixedPoint } from './fixed-point.ts';
import { controlPlaneKey } from './price-book.ts';
import { type ClusterPrices } from './prices-of-cluster.ts';

/**
 * The hourly fee of a managed control plane, or null where none is known: a control plane that
 * runs on nodes of its own is in the price of those.
 */
export function controlPlaneFee(
  name: { provider: string; service: string },
  { controlPlane, controlPlanes }: ClusterPrices,
): FixedPoint | null {
  return controlPlane ?? controlPlanes.get(controlPlaneKey(name)) ?? null;
}
