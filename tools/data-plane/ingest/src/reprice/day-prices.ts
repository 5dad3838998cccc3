import {
  controlPlaneFee,
  coresToNanocores,
  formatFixedPoint,
  priceNode,
  priceVolume,
  usableShares,
  type ClusterPrices,
  type FixedPoint,
  type PricingSource,
} from '@costplane/pricing';
import { type ItemFacts } from '../accrue/priced-item.ts';
import { type PriceStretch } from './day-stretches.ts';

/** A part of a day with one set of prices; ISO 8601, the end is exclusive. */
interface Stretch {
  begins: string;
  ends: string;
  /** Whether its hours are repriced; otherwise they keep their recorded costs. */
  is_repriced: boolean;
}

/** Price of an item per hour, decimals as text; null if unknown. */
export interface ItemPrice extends Stretch {
  item: string;
  kind: ItemFacts['kind'];
  source: PricingSource;
  cpu: string | null;
  memory: string | null;
  gpu: string | null;
  on_demand: string | null;
  /** Allocatable share of the node's capacity. */
  cpu_usable: string | null;
  memory_usable: string | null;
  gpu_usable: string | null;
  volume: string | null;
}

export interface Fee extends Stretch {
  /** Fee of the control plane per hour; null if unknown. */
  fee: string | null;
}

export interface DayPrices {
  items: ItemPrice[];
  fees: Fee[];
}

/** Whether any hour of the day keeps its recorded costs. */
export const keepsHours = ({ fees }: DayPrices) => fees.some(({ is_repriced }) => !is_repriced);

export type StoredItem = ItemFacts & { id: string };

/** Prices of the items of a day in each part of it. */
export function dayPrices(
  stretches: readonly PriceStretch[],
  {
    items,
    controlPlane,
  }: { items: readonly StoredItem[]; controlPlane: { provider: string; service: string } },
): DayPrices {
  return {
    items: stretches.flatMap((stretch) =>
      items.map((item) => ({ ...toStretch(stretch), ...priceItem(item, stretch.prices) })),
    ),
    fees: stretches.map((stretch) => ({
      ...toStretch(stretch),
      fee: text(controlPlaneFee(controlPlane, stretch.prices)),
    })),
  };
}

const toStretch = ({ from, to, fate }: PriceStretch): Stretch => ({
  begins: new Date(from).toISOString(),
  ends: new Date(to).toISOString(),
  is_repriced: fate === 'repriced',
});

type Price = Omit<ItemPrice, keyof Stretch>;

const priceItem = (item: StoredItem, prices: ClusterPrices): Price =>
  item.kind === 'node' ? priceMachine(item, prices) : priceDisk(item, prices);

function priceMachine(item: StoredItem, prices: ClusterPrices): Price {
  const capacity = {
    cpu: coresToNanocores(Number(item.cpu_total_cores)),
    ram: BigInt(item.memory_total_bytes),
    gpu: BigInt(item.gpu_total),
  };
  const allocatable = {
    cpu: coresToNanocores(Number(item.cpu_allocatable_cores)),
    ram: BigInt(item.memory_allocatable_bytes),
    gpu: BigInt(item.gpu_allocatable),
  };
  const { perResource, onDemandEquivalentHourly, pricingSource } = priceNode(
    {
      provider: item.provider,
      region: item.region,
      instanceType: item.instance_type,
      isSpot: item.is_spot,
      operatingSystem: item.operating_system,
      gpuModel: item.gpu_model,
      capacity,
    },
    prices,
  );
  const usable = usableShares({ capacity, allocatable });
  return {
    item: item.id,
    kind: 'node',
    source: pricingSource,
    volume: null,
    cpu: text(perResource?.cpu),
    memory: text(perResource?.ram),
    gpu: text(perResource?.gpu),
    on_demand: text(onDemandEquivalentHourly),
    cpu_usable: text(usable.cpu),
    memory_usable: text(usable.ram),
    gpu_usable: text(usable.gpu),
  };
}

function priceDisk(item: StoredItem, prices: ClusterPrices): Price {
  const { priceHourly, pricingSource } = priceVolume(
    {
      provider: item.provider,
      region: item.region,
      storageClass: item.storage_class,
      capacityBytes: BigInt(item.volume_bytes),
    },
    prices,
  );
  return {
    item: item.id,
    kind: 'volume',
    source: pricingSource,
    volume: text(priceHourly),
    cpu: null,
    memory: null,
    gpu: null,
    on_demand: null,
    cpu_usable: null,
    memory_usable: null,
    gpu_usable: null,
  };
}

/** Shares and prices have the same number of decimals. */
const text = (value: FixedPoint | null | undefined) =>
  value === null || value === undefined ? null : formatFixedPoint(value);
