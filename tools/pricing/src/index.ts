export { allocateNode, chargedQuantities } from './allocate-node.ts';
export type {
  Allocation,
  ContainerToCharge,
  NodeAllocation,
  NodeToAllocate,
  PodAllocation,
} from './allocate-node.ts';
export { apportion } from './apportion.ts';
export { controlPlaneFee } from './control-plane.ts';
export { coresToNanocores, formatNanocores } from './cores.ts';
export { formatFixedPoint, formatScaled, parseFixedPoint } from './fixed-point.ts';
export type { FixedPoint } from './fixed-point.ts';
export { standardPriceBook } from './price-book.ts';
export type { PriceBook } from './price-book.ts';
export { priceNode } from './price-node.ts';
export type { NodePrice, NodeToPrice, PricingSource } from './price-node.ts';
export { priceVolume } from './price-volume.ts';
export type { VolumePrice } from './price-volume.ts';
export { mapResources } from './resources.ts';
export type { PerResource, Quantities } from './resources.ts';
