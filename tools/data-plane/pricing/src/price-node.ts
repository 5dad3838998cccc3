import { divideRounded, sum, type FixedPoint } from './fixed-point.ts';
import {
  anyRegion,
  gpuModelKey,
  instanceKey,
  type InstanceName,
  type ListedPrice,
  type PriceList,
} from './price-book.ts';
import { type ClusterPrices, type PriceLayer, type PricingSource } from './prices-of-cluster.ts';
import { mapResources, resourceNames, type PerResource, type Quantities } from './resources.ts';
import { shippedPriceBook } from './shipped-price-book.ts';

export interface NodeToPrice extends InstanceName {
  isSpot: boolean;
  /** As in Kubernetes: `linux`, `windows`; empty if unknown. */
  operatingSystem: string;
  /** Empty if unknown, or without a GPU. */
  gpuModel: string;
  /** The full capacity of the node, not only the allocatable. */
  capacity: Quantities;
}

/** Per hour, in the currency of the prices; null if unknown. */
export interface NodePrice {
  priceHourly: FixedPoint | null;
  /** On-demand price of the node: `priceHourly` unless it is a spot node. */
  onDemandEquivalentHourly: FixedPoint | null;
  pricingSource: PricingSource;
  /** `priceHourly` divided among the resources; the three add up to it exactly. */
  perResource: PerResource<FixedPoint> | null;
}

/**
 * Prices a node by the list price of its instance type in its region, or else by the rates for its
 * capacity, with the rate of its GPU model if that is listed. The on-demand list price is not used
 * as a spot price, but the on-demand price is the upper bound for every spot price. The price of a
 * Linux instance is not used for Windows, whose price includes a license, nor the default price of
 * an N1 machine for one with GPUs. A node that reports no capacity has no known price.
 */
export function priceNode(node: NodeToPrice, prices: ClusterPrices): NodePrice {
  const weights = chooseWeights(node, prices);
  const onDemand = weights && findPrice(node, prices, 'onDemand');
  const found = node.isSpot ? weights && findPrice(node, prices, 'spot') : onDemand;
  const onDemandEquivalentHourly = onDemand?.hourly ?? null;
  if (!weights || !found) {
    return {
      priceHourly: null,
      onDemandEquivalentHourly,
      pricingSource: 'unknown',
      perResource: null,
    };
  }
  const priceHourly = onDemand && onDemand.hourly < found.hourly ? onDemand.hourly : found.hourly;
  return {
    priceHourly,
    onDemandEquivalentHourly,
    pricingSource: found.source,
    perResource: splitInProportion(priceHourly, weights),
  };
}

type Purchase = 'onDemand' | 'spot';

interface FoundPrice {
  hourly: FixedPoint;
  source: PricingSource;
}

function findPrice(
  node: NodeToPrice,
  { layers }: ClusterPrices,
  purchase: Purchase,
): FoundPrice | null {
  for (const layer of layers) {
    const listed = listedPrice(layer.list, node)?.[purchase];
    if (listed !== undefined) return { hourly: listed, source: layer.listSource };
    const { rates, source } = chooseRates(layer, node, layers, purchase);
    if (rates) return { hourly: rounded(costsAt(rates, node.capacity)), source };
  }
  return null;
}

function listedPrice({ instances }: PriceList, node: NodeToPrice): ListedPrice | undefined {
  if (node.operatingSystem === 'windows') return undefined;
  const key = instanceKey(node);
  const listed = instances.get(key) ?? instances.get(instanceKey({ ...node, region: anyRegion }));
  const shipped = hasSeparateGpus(node) ? shippedPriceBook().instances.get(key) : undefined;
  return listed?.onDemand === shipped?.onDemand ? undefined : listed;
}

/** Google Cloud bills the GPUs of N1 machines separately. */
const hasSeparateGpus = ({ provider, instanceType, capacity }: NodeToPrice) =>
  provider === 'gcp' && instanceType.startsWith('n1-') && capacity.gpu > 0n;

/** A GPU has the rate of its model, even if that comes from an earlier layer without other rates. */
function chooseRates(
  { list, rateSource }: PriceLayer,
  { gpuModel, capacity }: NodeToPrice,
  layers: readonly PriceLayer[],
  purchase: Purchase,
): { rates: PerResource<FixedPoint> | null; source: PricingSource } {
  const rates = list.rates[purchase];
  if (!rates || capacity.gpu === 0n) return { rates, source: rateSource };
  for (const layer of layers) {
    const gpu = layer.list.gpuModels.get(gpuModelKey(gpuModel))?.[purchase];
    if (gpu !== undefined) return { rates: { ...rates, gpu }, source: layer.rateSource };
    if (layer.list === list) break;
  }
  return { rates, source: rateSource };
}

/**
 * The proportion in which a price is divided among resources: their on-demand cost at the rates.
 * Null for a node without capacity.
 */
function chooseWeights(node: NodeToPrice, { layers }: ClusterPrices): PerResource<bigint> | null {
  for (const layer of layers) {
    const { rates } = chooseRates(layer, node, layers, 'onDemand');
    const weights = rates && costsAt(rates, node.capacity);
    if (weights && sum(Object.values(weights)) > 0n) return weights;
  }
  return null;
}

const bytesPerGib = 2n ** 30n;
const nanocoresPerCore = 10n ** 9n;
const costScale = bytesPerGib * nanocoresPerCore;

/** Exact cost of quantities at these rates, as integer multiples of 1 / `costScale`. */
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

/** Rounds each part and adds the remainder to the largest one. */
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
