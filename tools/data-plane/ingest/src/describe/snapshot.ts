import { type ClusterPrices } from '@costplane/pricing';
import { frozenKinds } from '../frozen-kinds.ts';
import { type Snapshot } from '../snapshot-schema.ts';
import { allocateNodes, type AllocatedNodes } from './allocate-nodes.ts';
import { describeCluster, type ClusterFacts, type ClusterIdentity } from './cluster.ts';
import { describeNamespaces, type DescribedNamespaces } from './namespaces.ts';
import { measurePods, type MeasuredPod } from './measured-pods.ts';
import { describeNodes, toPriced, type NodeFacts, type NodeRow, type PricedNode } from './nodes.ts';
import { ownerFinder, type KnownWorkload, type Owner } from './owners.ts';
import { describePods, type ContainerRow, type PodRow } from './pods.ts';
import { describeVolumes, volumePrice, type VolumeRow } from './volumes.ts';
import { describeWorkloads, type DescribedWorkloads } from './workloads.ts';

export interface DescribedSnapshot extends AccountedSnapshot {
  pods: PodRow[];
  containers: ContainerRow[];
}

export interface AccountedSnapshot {
  cluster: ClusterFacts;
  nodes: NodeRow[];
  namespaces: DescribedNamespaces;
  workloads: DescribedWorkloads;
  volumes: VolumeRow[];
  unlisted: UnlistedObjects;
  /** The price of each node, divided among its pods; includes stored nodes. */
  allocated: AllocatedNodes;
}

/** Stored objects that the snapshot lacks, at the same prices as the others. */
export interface UnlistedObjects {
  nodes: PricedNode[];
  volumes: KnownVolume[];
}

/** Stored state of kinds that may still exist although the snapshot lacks them. */
export interface StoredState {
  nodes: readonly NodeFacts[];
  namespaces: readonly string[];
  workloads: readonly KnownWorkload[];
  volumes: readonly StoredVolume[];
  /** Workloads of volumes by volume name, while the agent does not see StatefulSets. */
  volumeOwners: ReadonlyMap<string, string>;
  /** Workloads of pods by pod uid, while the agent does not see ReplicaSets. */
  podOwners: ReadonlyMap<string, Owner>;
  /** While the report has no nodes to identify the cluster; otherwise undefined. */
  cluster: ClusterIdentity | undefined;
}

/** The facts of a volume for the ledger. */
export type KnownVolume = Pick<
  VolumeRow,
  | 'name'
  | 'storage_class'
  | 'capacity_bytes'
  | 'claim_namespace'
  | 'workload_uid'
  | 'storage_pv_hourly'
  | 'pricing_source'
>;

export type StoredVolume = Omit<KnownVolume, 'storage_pv_hourly' | 'pricing_source'>;

export const nothingStored: StoredState = {
  nodes: [],
  namespaces: [],
  workloads: [],
  volumes: [],
  volumeOwners: new Map(),
  podOwners: new Map(),
  cluster: undefined,
};

/** The snapshot as priced rows of the state tables. */
export function describeSnapshot(
  snapshot: Snapshot,
  clusterId: string,
  prices: ClusterPrices,
  stored: StoredState = nothingStored,
): DescribedSnapshot {
  const { measured, ...described } = describeAccounted(snapshot, clusterId, prices, stored);
  return { ...described, ...describePods(measured, described.allocated) };
}

/** The same without the rows of pods and containers, which the ledger does not need. */
export function describeAccounted(
  snapshot: Snapshot,
  clusterId: string,
  prices: ClusterPrices,
  stored: StoredState = nothingStored,
): AccountedSnapshot & { measured: MeasuredPod[] } {
  const findOwner = ownerFinder(snapshot, clusterId, stored);
  const cluster = describeCluster(snapshot, prices, stored.cluster);
  const nodes = describeNodes(snapshot, cluster.provider, prices);
  const unlisted = {
    nodes: omitListed(stored.nodes, snapshot.nodes).map((node) =>
      toPriced(node, cluster.provider, prices),
    ),
    volumes: omitListed(stored.volumes, snapshot.pvs).map((volume) => ({
      ...volume,
      ...volumePrice(volume, cluster, prices),
    })),
  };
  const measured = measurePods(snapshot, findOwner);
  const volumes = describeVolumes(snapshot, findOwner, {
    areClaimsFrozen: frozenKinds(snapshot).has('pvcs'),
    cluster,
    prices,
  });
  const workloads = describeWorkloads(snapshot, findOwner);
  return {
    cluster,
    nodes: nodes.rows,
    namespaces: describeNamespaces(
      snapshot,
      clusterId,
      namedNamespaces(snapshot, workloads, volumes),
    ),
    workloads,
    volumes,
    unlisted,
    allocated: allocateNodes([...unlisted.nodes, ...nodes.priced], measured),
    measured,
  };
}

/** By name: a node that was replaced has another uid. */
function omitListed<Item extends { name: string }>(
  stored: readonly Item[],
  listed: readonly { name: string }[],
): Item[] {
  const names = new Set(listed.map(({ name }) => name));
  return stored.filter(({ name }) => !names.has(name));
}

function* namedNamespaces(
  snapshot: Snapshot,
  { full }: DescribedWorkloads,
  volumes: readonly VolumeRow[],
): Generator<string> {
  for (const { namespace } of snapshot.pods) yield namespace;
  for (const { namespace } of full) yield namespace;
  for (const { claim_namespace } of volumes) if (claim_namespace !== null) yield claim_namespace;
}
