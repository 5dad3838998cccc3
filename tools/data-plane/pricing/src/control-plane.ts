import { type FixedPoint } from './fixed-point.ts';
import { controlPlaneKey } from './price-book.ts';
import { type ClusterPrices } from './prices-of-cluster.ts';

/**
 * The hourly fee of a managed control plane; null if unknown. A self-managed control plane is part
 * of the price of its nodes.
 */
export function controlPlaneFee(
  name: { provider: string; service: string },
  { controlPlane, controlPlanes }: ClusterPrices,
): FixedPoint | null {
  return controlPlane ?? controlPlanes.get(controlPlaneKey(name)) ?? null;
}
