import { formatNanocores } from '@costplane/pricing';
import { type ClusterFacts } from '../describe/cluster.ts';
import { type PricedNode } from '../describe/nodes.ts';
import { type KnownVolume } from '../describe/snapshot.ts';

/** An item with a price: a machine with its purchase option and capacity, or a volume with its size. */
export interface PricedItem {
  /** Equal for items with the same facts. */
  key: string;
  /** Whether a price book could price it: its capacity is not 0. */
  isPriceable: boolean;
  facts: ItemFacts;
}

/** Columns of `priced_items`; numbers are decimal text. */
export interface ItemFacts {
  kind: 'node' | 'volume';
  provider: string;
  region: string;
  instance_type: string;
  is_spot: boolean;
  operating_system: string;
  gpu_model: string;
  cpu_total_cores: string;
  cpu_allocatable_cores: string;
  memory_total_bytes: string;
  memory_allocatable_bytes: string;
  gpu_total: string;
  gpu_allocatable: string;
  storage_class: string;
  volume_bytes: string;
}

const nothing: Omit<ItemFacts, 'kind' | 'provider' | 'region'> = {
  instance_type: '',
  is_spot: false,
  operating_system: '',
  gpu_model: '',
  cpu_total_cores: '0',
  cpu_allocatable_cores: '0',
  memory_total_bytes: '0',
  memory_allocatable_bytes: '0',
  gpu_total: '0',
  gpu_allocatable: '0',
  storage_class: '',
  volume_bytes: '0',
};

export function nodeItem(node: PricedNode): PricedItem {
  const { provider, region, instance_type, is_spot, operating_system, gpu_model } = node;
  const { capacity, allocatable, gpusPerDevice } = node;
  const facts: ItemFacts = {
    ...nothing,
    kind: 'node',
    provider,
    region,
    instance_type,
    is_spot,
    operating_system,
    gpu_model,
    cpu_total_cores: formatNanocores(capacity.cpu),
    cpu_allocatable_cores: formatNanocores(allocatable.cpu),
    memory_total_bytes: String(capacity.ram),
    memory_allocatable_bytes: String(allocatable.ram),
    gpu_total: String(capacity.gpu / gpusPerDevice),
    gpu_allocatable: String(allocatable.gpu / gpusPerDevice),
  };
  return pricedItem(
    facts,
    Object.values(capacity).some((amount) => amount > 0n),
  );
}

export function volumeItem(
  { storage_class, capacity_bytes }: KnownVolume,
  { provider, region }: ClusterFacts,
): PricedItem {
  const volumeBytes = BigInt(capacity_bytes);
  return pricedItem(
    {
      ...nothing,
      kind: 'volume',
      provider,
      region,
      storage_class,
      volume_bytes: String(volumeBytes),
    },
    volumeBytes > 0n,
  );
}

const pricedItem = (facts: ItemFacts, isPriceable: boolean): PricedItem => ({
  key: itemKey(facts),
  isPriceable,
  facts,
});

/** A key that is equal for items with the same facts. */
export const itemKey = (facts: ItemFacts): string => JSON.stringify(Object.values(facts));
