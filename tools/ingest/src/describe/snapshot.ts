import { frozenKinds } from '../frozen-kinds.ts';
import type { Snapshot } from '../snapshot-schema.ts';
import { describeCluster, type ClusterFacts } from './cluster.ts';
import { describeNamespaces, type DescribedNamespaces } from './namespaces.ts';
import { describeNodes, type NodeRow, type PricedNode } from './nodes.ts';
import { ownerFinder, type KnownCronJob, type Owner } from './owners.ts';
import { describePods, type ContainerRow, type PodRow } from './pods.ts';
import { describeVolumes, type VolumeRow } from './volumes.ts';
import { describeWorkloads, type DescribedWorkloads } from './workloads.ts';

export interface DescribedSnapshot {
  cluster: ClusterFacts;
  nodes: NodeRow[];
  namespaces: DescribedNamespaces;
  workloads: DescribedWorkloads;
  pods: PodRow[];
  containers: ContainerRow[];
  volumes: VolumeRow[];
}

/** What is stored of kinds whose absence from the snapshot does not mean that they are gone. */
export interface StoredState {
  nodes: PricedNode[];
  cronJobs: KnownCronJob[];
  /** The workloads of pods, by the pod's uid, while the agent does not know ReplicaSets. */
  podOwners: ReadonlyMap<string, Owner>;
}

/** The snapshot as priced rows of the state tables. */
export function describeSnapshot(
  snapshot: Snapshot,
  clusterId: string,
  stored: StoredState = { nodes: [], cronJobs: [], podOwners: new Map() },
): DescribedSnapshot {
  const ownerOf = ownerFinder(snapshot, clusterId, stored);
  const nodes = describeNodes(snapshot);
  const volumes = describeVolumes(snapshot, ownerOf, {
    areClaimsFrozen: frozenKinds(snapshot).has('pvcs'),
  });
  const workloads = describeWorkloads(snapshot, ownerOf);
  return {
    cluster: describeCluster(snapshot),
    nodes: nodes.rows,
    namespaces: describeNamespaces(
      snapshot,
      clusterId,
      namedNamespaces(snapshot, workloads, volumes),
    ),
    workloads,
    // Nodes of the snapshot come last, so that they win over stored ones of the same name.
    ...describePods(snapshot, [...stored.nodes, ...nodes.priced], ownerOf),
    volumes,
  };
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
