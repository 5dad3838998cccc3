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

export interface NodeToPrice extends InstanceName {
  isSpot: boolean;
  /** As Kubernetes names it: `linux`, `windows`; empty if it is not known. */
  operatingSystem: string;
  /** Empty if it is not known, or there is none. */
  gpuModel: string;
  /** All that the node has, not only what pods may use. */
  capacity: Quantities;
}

/** Per hour, in the currency of the prices; null where the price is not known. */
export interface NodePrice {
  priceHourly: FixedPoint | null;
  /** What the node would cost on demand: `priceHourly` unless it is a spot node. */
  onDemandEquivalentHourly: FixedPoint | null;
  pricingSource: PricingSource;
  /** `priceHourly` divided over the resources; the three add up to it exactly. */
  perResource: PerResource<FixedPoint> | null;
}

/**
 * Prices a node by the list price of its instance type in its region, else by the rates of its
 * capacity, where a GPU costs what its model does if that is listed. The list price of an
 * on-demand instance says nothing of a spot one, but bounds what rates make of that: spot is never
 * dearer than on demand. That of a Linux instance says nothing of a Windows one, whose license is
 * in its price. A node that reports no capacity at all has no known price.
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
  const bound = found.isOfRates ? onDemand?.hourly : undefined;
  const priceHourly = bound !== undefined && bound < found.hourly ? bound : found.hourly;
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
  isOfRates: boolean;
}

function findPrice(
  node: NodeToPrice,
  { layers }: ClusterPrices,
  purchase: Purchase,
): FoundPrice | null {
  for (const layer of layers) {
    const listed = listedPrice(layer.list, node)?.[purchase];
    if (listed !== undefined) return { hourly: listed, source: layer.listSource, isOfRates: false };
    const { rates, source } = chooseRates(layer, node, layers, purchase);
    if (rates) {
      return { hourly: rounded(costsAt(rates, node.capacity)), source, isOfRates: true };
    }
  }
  return null;
}

function listedPrice({ instances }: PriceList, node: NodeToPrice): ListedPrice | undefined {
  if (node.operatingSystem === 'windows') return undefined;
  return (
    instances.get(instanceKey(node)) ?? instances.get(instanceKey({ ...node, region: anyRegion }))
  );
}

/** A GPU's rate is that of its model, also where a layer before this one has no more than that. */
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
 * In which proportion a price is divided over the resources: as they cost on demand by the rates.
 * Null for a node without any capacity.
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
