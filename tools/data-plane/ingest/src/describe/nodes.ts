import {
  coresToNanocores,
  formatNanocores,
  priceNode,
  type ClusterPrices,
  type FixedPoint,
  type PerResource,
  type PricingSource,
  type Quantities,
} from '@costplane/pricing';
import { firstCharacters, maxTextLength } from '../cut-long-values.ts';
import { type Snapshot, type SnapshotNode } from '../snapshot-schema.ts';
import { byteText, exactBytes } from './byte-text.ts';
import { amount, computeCosts, type ComputeCosts } from './costs.ts';
import { gpuDevices, type GpuDevices } from './gpu-devices.ts';
import { instant } from './instant.ts';
import { areMetricsAvailable } from './metrics.ts';

export interface NodeRow extends ComputeCosts {
  uid: string;
  name: string;
  provider_id: string;
  instance_type: string;
  node_group: string;
  region: string;
  availability_zone: string;
  node_role: string;
  capacity_type: string;
  architecture: string;
  operating_system: string;
  kubelet_version: string;
  is_spot: boolean;
  is_ready: boolean;
  is_schedulable: boolean;
  labels: Record<string, string>;
  created_at_k8s: string | null;
  cpu_total_cores: string;
  cpu_allocatable_cores: string;
  memory_total_bytes: string;
  memory_allocatable_bytes: string;
  gpu_total: number;
  gpu_allocatable: number;
  gpu_model: string;
  ephemeral_storage_total_bytes: string;
  pods_allocatable: number;
  cpu_used_cores: string | null;
  memory_used_bytes: string | null;
  gpu_utilization_percent: number | null;
  gpu_memory_used_bytes: string | null;
  gpu_memory_total_bytes: string | null;
  on_demand_equivalent_hourly: string | null;
  pricing_source: PricingSource;
}

/** The facts of a node for its price, its allocation to pods and the ledger. */
export interface NodeFacts extends NodeIdentity {
  /** Number of `nvidia.com/gpu` resources, of which several may be one device. */
  capacity: Quantities;
  allocatable: Quantities;
  gpusPerDevice: bigint;
}

export interface PricedNode extends NodeFacts {
  provider: string;
  pricing_source: PricingSource;
  /** Null if the node's price is unknown. */
  perResource: PerResource<FixedPoint> | null;
  onDemandHourly: FixedPoint | null;
}

/** The facts of a node that the ledger stores. */
export type NodeIdentity = Pick<
  NodeRow,
  | 'uid'
  | 'name'
  | 'provider_id'
  | 'node_group'
  | 'instance_type'
  | 'region'
  | 'availability_zone'
  | 'capacity_type'
  | 'is_spot'
  | 'architecture'
  | 'operating_system'
  | 'gpu_model'
>;

export function describeNodes(
  snapshot: Snapshot,
  clusterProvider: string,
  prices: ClusterPrices,
): { rows: NodeRow[]; priced: PricedNode[] } {
  const isMeasured = areMetricsAvailable(snapshot);
  const described = snapshot.nodes.map((node) =>
    describeNode(node, { clusterProvider, isMeasured, prices }),
  );
  return { rows: described.map(({ row }) => row), priced: described.map(({ priced }) => priced) };
}

function describeNode(
  node: SnapshotNode,
  {
    clusterProvider,
    isMeasured,
    prices,
  }: { clusterProvider: string; isMeasured: boolean; prices: ClusterPrices },
): { row: NodeRow; priced: PricedNode } {
  const gpus = gpuDevices(node);
  const capacity = toCapacity(node, gpus);
  const allocatable = toAllocatable(node, gpus);
  const capacityType = toCapacityType(node);
  const identity: NodeIdentity = {
    uid: node.uid,
    name: node.name,
    provider_id: node.provider_id ?? '',
    node_group: node.node_group ?? '',
    instance_type: node.instance_type ?? '',
    region: node.region ?? '',
    availability_zone: node.zone ?? '',
    capacity_type: capacityType,
    is_spot: capacityType === 'spot',
    architecture: node.architecture ?? '',
    operating_system: node.os ?? '',
    gpu_model: findGpuModel(node),
  };
  const facts = { ...identity, capacity, allocatable, gpusPerDevice: gpus.perDevice };
  const priced = toPriced(facts, clusterProvider, prices);
  const row: NodeRow = {
    ...identity,
    node_role: listRoles(node),
    kubelet_version: node.kubelet_version ?? '',
    is_ready: node.ready,
    is_schedulable: !node.unschedulable,
    labels: node.labels ?? {},
    created_at_k8s: instant(node.creation_timestamp),
    cpu_total_cores: formatNanocores(capacity.cpu),
    cpu_allocatable_cores: formatNanocores(allocatable.cpu),
    memory_total_bytes: byteText(node.memory_capacity_bytes),
    memory_allocatable_bytes: byteText(node.memory_allocatable),
    gpu_total: Number(gpus.total),
    gpu_allocatable: Number(gpus.allocatable),
    ephemeral_storage_total_bytes: byteText(node.ephemeral_storage_bytes ?? 0),
    pods_allocatable: node.pod_allocatable ?? 0,
    cpu_used_cores:
      isMeasured && node.cpu_usage_cores !== undefined
        ? formatNanocores(coresToNanocores(node.cpu_usage_cores))
        : null,
    memory_used_bytes: knownBytes(isMeasured ? node.memory_usage_bytes : undefined),
    gpu_utilization_percent: node.gpu_utilization_percent ?? null,
    gpu_memory_used_bytes: knownBytes(node.gpu_memory_used_bytes),
    gpu_memory_total_bytes: knownBytes(node.gpu_memory_total_bytes),
    ...nodePrices(priced),
  };
  return { row, priced };
}

/** A node of a cluster that is mainly at this provider, with its price. */
export function toPriced(
  facts: NodeFacts,
  clusterProvider: string,
  prices: ClusterPrices,
): PricedNode {
  const provider = providerOfNode(facts, clusterProvider);
  const { capacity, gpusPerDevice } = facts;
  const price = priceNode(
    {
      provider,
      region: facts.region,
      instanceType: facts.instance_type,
      isSpot: facts.is_spot,
      operatingSystem: facts.operating_system,
      gpuModel: facts.gpu_model,
      capacity: { ...capacity, gpu: capacity.gpu / gpusPerDevice },
    },
    prices,
  );
  return {
    ...facts,
    provider,
    pricing_source: price.pricingSource,
    perResource: price.perResource,
    onDemandHourly: price.onDemandEquivalentHourly,
  };
}

/** The columns with the price of a node. */
export function nodePrices({
  perResource,
  onDemandHourly,
  pricing_source,
}: PricedNode): ComputeCosts & Pick<NodeRow, 'on_demand_equivalent_hourly' | 'pricing_source'> {
  return {
    on_demand_equivalent_hourly: amount(onDemandHourly),
    pricing_source,
    ...computeCosts(perResource),
  };
}

function knownBytes(bytes: number | undefined): string | null {
  return bytes === undefined ? null : byteText(bytes);
}

function toCapacity(node: SnapshotNode, { total, perDevice }: GpuDevices): Quantities {
  return {
    cpu: coresToNanocores(node.cpu_capacity_cores),
    ram: exactBytes(node.memory_capacity_bytes),
    gpu: total * perDevice,
  };
}

function toAllocatable(node: SnapshotNode, { allocatable, perDevice }: GpuDevices): Quantities {
  return {
    cpu: coresToNanocores(node.cpu_allocatable),
    ram: exactBytes(node.memory_allocatable),
    gpu: allocatable * perDevice,
  };
}

/** The label of a time-sliced node ends in `-SHARED`. */
const findGpuModel = ({ gpu_model, labels }: SnapshotNode) =>
  gpu_model ??
  firstCharacters(labels?.['nvidia.com/gpu.product']?.replace(/-SHARED$/, '') ?? '', maxTextLength);

const providerSchemes = new Map([
  ['aws', 'aws'],
  ['gce', 'gcp'],
  ['azure', 'azure'],
]);

/**
 * A cluster can span providers, so the provider id of the node takes precedence over the cluster's
 * provider.
 */
export function providerOfNode(
  { provider_id = '' }: Pick<SnapshotNode, 'provider_id'>,
  clusterProvider: string,
): string {
  if (provider_id === '') return clusterProvider;
  return providerSchemes.get(provider_id.split('://')[0] ?? '') ?? 'on-prem';
}

const capacityTypes = new Map([
  ['spot', 'spot'],
  ['preemptible', 'spot'],
  ['reserved', 'reserved'],
]);

/** A node of a Karpenter pool without other information is `karpenter`. */
function toCapacityType({ capacity_type = '', labels }: SnapshotNode): string {
  const isOfKarpenter = labels?.['karpenter.sh/nodepool'] !== undefined;
  if (capacity_type === '' && isOfKarpenter) return 'karpenter';
  return capacityTypes.get(capacity_type) ?? 'on-demand';
}

const rolePrefix = 'node-role.kubernetes.io/';

function listRoles({ labels }: SnapshotNode): string {
  const roles = Object.keys(labels ?? {})
    .filter((key) => key.startsWith(rolePrefix))
    .map((key) => key.slice(rolePrefix.length));
  return firstCharacters(roles.sort().join(','), maxTextLength);
}
