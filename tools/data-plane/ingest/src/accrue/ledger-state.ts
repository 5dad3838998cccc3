import { parseFixedPoint, type FixedPoint } from '@costplane/pricing';
import { type AllocatedNode, type RunningPod } from '../describe/allocate-nodes.ts';
import {
  type AccountedSnapshot,
  type KnownVolume,
  type StoredState,
} from '../describe/snapshot.ts';
import { uuidV5 } from '../uuid-v5.ts';
import { nodeItem, volumeItem, type PricedItem } from './priced-item.ts';

/** The owner of a cost: a workload, or (kind '') a namespace itself, by its id. */
export interface LedgerOwner {
  uid: string;
  kind: string;
  namespace: string;
  name: string;
}

/** The state of a cluster: from the snapshot, and from stored state for what the snapshot cannot see. */
export interface LedgerState {
  clusterId: string;
  nodes: readonly LedgerNode[];
  /** In an order that does not depend on the snapshot's. */
  running: readonly LedgerPod[];
  volumes: readonly LedgerVolume[];
  workloads: readonly LedgerOwner[];
  /** Every namespace as an owner. */
  namespaces: readonly LedgerOwner[];
  /** Per hour; null if unknown. */
  managementFee: FixedPoint | null;
}

export interface LedgerNode extends AllocatedNode {
  item: PricedItem;
}

export interface LedgerPod {
  running: RunningPod;
  owner: LedgerOwner;
  /** Its node; null if unknown. */
  item: PricedItem | null;
}

export interface LedgerVolume extends KnownVolume {
  /** Null without a claim. */
  owner: LedgerOwner | null;
  item: PricedItem;
}

export function ledgerState(
  described: AccountedSnapshot,
  stored: StoredState,
  clusterId: string,
): LedgerState {
  const workloads = new Map<string, LedgerOwner>();
  const { full, nameOnly } = described.workloads;
  for (const { uid, kind, namespace, name } of [...stored.workloads, ...full, ...nameOnly]) {
    workloads.set(uid, { uid, kind, namespace, name });
  }
  const volumes = presentVolumes(described, stored);
  const namespaces = namespaceOwners(
    [
      ...stored.namespaces,
      ...[...described.namespaces.full, ...described.namespaces.nameOnly].map(({ name }) => name),
      ...[...workloads.values()].map(({ namespace }) => namespace),
      ...volumes.flatMap(({ claim_namespace }) => claim_namespace ?? []),
    ],
    clusterId,
  );
  const findOwner = (workloadUid: string | null, namespace: string): LedgerOwner => {
    const owner = workloads.get(workloadUid ?? '') ?? namespaces.get(namespace);
    if (!owner) throw new Error(`no namespace ${namespace}`);
    return owner;
  };
  const nodes = described.allocated.nodes.map((node) => ({ ...node, item: nodeItem(node) }));
  const items = new Map(nodes.map(({ uid, item }) => [uid, item]));
  const { management_hourly: fee } = described.cluster;
  return {
    clusterId,
    nodes,
    running: Array.from(described.allocated.running.values(), (running) => ({
      running,
      owner: findOwner(running.owner?.uid ?? null, running.pod.namespace),
      item: items.get(running.node?.uid ?? '') ?? null,
    })),
    volumes: volumes.map((volume) => ({
      ...volume,
      item: volumeItem(volume, described.cluster),
      owner:
        volume.claim_namespace === null
          ? null
          : findOwner(volume.workload_uid, volume.claim_namespace),
    })),
    workloads: [...workloads.values()],
    namespaces: [...namespaces.values()],
    managementFee: fee === null ? null : parseFixedPoint(fee),
  };
}

/** Sorted by name. */
function presentVolumes(
  { volumes, unlisted }: AccountedSnapshot,
  { volumeOwners }: StoredState,
): KnownVolume[] {
  const listed = volumes.map((volume) => ({
    ...volume,
    workload_uid: volume.workload_uid ?? volumeOwners.get(volume.name) ?? null,
  }));
  return [...unlisted.volumes, ...listed].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function namespaceOwners(names: readonly string[], clusterId: string): Map<string, LedgerOwner> {
  return new Map(
    [...new Set(names)].map((name) => [
      name,
      { uid: uuidV5(clusterId, name), kind: '', namespace: name, name },
    ]),
  );
}
