export { allocateNode, chargedQuantities } from './allocate-node.ts';
export type {
  Allocation,
  ContainerToCharge,
  NodeToAllocate,
  PodAllocation,
} from './allocate-node.ts';
export { apportion } from './apportion.ts';
export { controlPlaneFee } from './control-plane.ts';
export { coresToNanocores, formatNanocores } from './cores.ts';
export { isCurrency } from './currency.ts';
export { divideRounded, formatFixedPoint, formatScaled, parseFixedPoint } from './fixed-point.ts';
export type { FixedPoint } from './fixed-point.ts';
export { parsePriceBook } from './parse-price-book.ts';
export type { ClusterEntry, PriceBook } from './price-book.ts';
export { PriceBookError, type PriceBookProblem } from './price-book-error.ts';
export { priceNode } from './price-node.ts';
export type { NodePrice } from './price-node.ts';
export { priceVolume } from './price-volume.ts';
export type { VolumePrice } from './price-volume.ts';
export { pricesOfCluster } from './prices-of-cluster.ts';
export type { ClusterPrices, ClusterToPrice, PricingSource } from './prices-of-cluster.ts';
export { mapResources } from './resources.ts';
export type { PerResource, Quantities } from './resources.ts';
export { shippedPriceBook, shippedPriceBookSource } from './shipped-price-book.ts';
export { shareNode, usableShares } from './share-node.ts';
export type { NodeShare } from './share-node.ts';
export { comparePriceBooks } from './compare-price-books.ts';
export type { PriceBookChange, PriceBookDifference } from './compare-price-books.ts';
export { priceBookDocument } from './price-book-document.ts';
