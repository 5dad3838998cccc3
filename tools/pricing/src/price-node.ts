import { divideRounded, sum, type FixedPoint } from './fixed-point.ts';
import { instanceKey, standardPriceBook, type InstanceName, type PriceBook } from './price-book.ts';
import { mapResources, resourceNames, type PerResource, type Quantities } from './resources.ts';

export type PricingSource = 'price_book' | 'default_rates' | 'custom' | 'unknown';

export interface NodeToPrice extends InstanceName {
  isSpot: boolean;
  /** As Kubernetes names it: `linux`, `windows`; empty if it is not known. */
  operatingSystem: string;
  /** All that the node has, not only what pods may use. */
  capacity: Quantities;
}

/** USD per hour; null where the price is not known. */
export interface NodePrice {
  priceHourly: FixedPoint | null;
  /** What the node would cost on demand: `priceHourly` unless it is a spot node. */
  onDemandEquivalentHourly: FixedPoint | null;
  pricingSource: PricingSource;
  /** `priceHourly` divided over the resources; the three add up to it exactly. */
  perResource: PerResource<FixedPoint> | null;
}

const unknownPrice: NodePrice = {
  priceHourly: null,
  onDemandEquivalentHourly: null,
  pricingSource: 'unknown',
  perResource: null,
};

/**
 * Prices a node by the list price of its instance type in its region, else by the default rates
 * of its capacity. The list price of an on-demand instance says nothing of a spot one, nor that of
 * a Linux instance of a Windows one, whose license is in its price. A node that reports no capacity at all has no known price.
 */
export function priceNode(node: NodeToPrice, book: PriceBook = standardPriceBook): NodePrice {
  const { onDemand, spot } = book.defaultRates;
  const weights = costsAt(onDemand, node.capacity);
  if (sum(Object.values(weights)) === 0n) return unknownPrice;

  const listed =
    node.operatingSystem === 'windows' ? undefined : book.instances.get(instanceKey(node));
  const listPrice = node.isSpot ? listed?.spot : listed?.onDemand;
  const priceHourly = listPrice ?? rounded(costsAt(node.isSpot ? spot : onDemand, node.capacity));
  return {
    priceHourly,
    onDemandEquivalentHourly: listed?.onDemand ?? rounded(weights),
    pricingSource: listPrice === undefined ? 'default_rates' : 'price_book',
    perResource: splitInProportion(priceHourly, weights),
  };
}

const bytesPerGib = 2n ** 30n;
const nanocoresPerCore = 10n ** 9n;
const costScale = bytesPerGib * nanocoresPerCore;

/** What quantities cost at these rates, exactly, as whole numbers of 1 / `costScale`. */
function costsAt(rates: PerResource<FixedPoint>, quantities: Quantities): PerResource<bigint> {
  return {
    cpu: quantities.cpu * rates.cpu * bytesPerGib,
    ram: quantities.ram * rates.ram * nanocoresPerCore,
    gpu: quantities.gpu * rates.gpu * costScale,
  };
}

function rounded(costs: PerResource<bigint>): FixedPoint {
  return divideRounded(sum(Object.values(costs)), costScale);
}

/** Rounds each part and gives what rounding leaves over to the largest. */
function splitInProportion(
  price: FixedPoint,
  weights: PerResource<bigint>,
): PerResource<FixedPoint> {
  const total = sum(Object.values(weights));
  const parts = mapResources((name) => divideRounded(price * weights[name], total));
  const largest = resourceNames.reduce((a, b) => (weights[b] > weights[a] ? b : a));
  parts[largest] += price - sum(Object.values(parts));
  return parts;
}
