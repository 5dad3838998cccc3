import { claimedVolumes, directCosts, noCost, type Resources, volumePrice } from './direct-cost.ts';
import { type Exact, sum } from './exact.ts';
import { type Snapshot, type SnapshotNode, type SnapshotPod } from './snapshot.ts';
import { type ListedWorkload, listedWorkloads } from './workloads.ts';

/** A cluster that was ingested, and what its snapshot says, by what it is asked for. */
export interface Cluster {
  readonly id: string;
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly workloads: readonly ListedWorkload[];
  readonly nodesByName: ReadonlyMap<string, SnapshotNode>;
  readonly podsOfWorkload: (uid: string) => readonly SnapshotPod[];
  readonly podsOfNamespace: (name: string) => readonly SnapshotPod[];
  readonly podsOfNode: (name: string) => readonly SnapshotPod[];
  readonly workloadsOfNamespace: (name: string) => readonly ListedWorkload[];
  readonly volumesOfNamespace: (name: string) => readonly Volume[];
  readonly volumesOfWorkload: (uid: string) => readonly Volume[];
  /** What pods cost together, those that do not run nothing. */
  readonly costOf: (pods: readonly SnapshotPod[]) => Resources;
}

interface Volume {
  readonly namespace: string;
  readonly owner: string | undefined;
  readonly price: Exact;
}

export const sumPrices = (volumes: readonly Volume[]): Exact =>
  sum(volumes.map(({ price }) => price));

export function describeCluster(id: string, name: string, snapshot: Snapshot): Cluster {
  const { pods } = snapshot;
  const workloads = listedWorkloads(snapshot);
  const costs = directCosts(snapshot);
  const volumes = listVolumes(snapshot);
  return {
    id,
    name,
    snapshot,
    workloads,
    nodesByName: new Map(snapshot.nodes.map((node) => [node.name, node])),
    podsOfWorkload: finder(pods, ({ owner_uid }) => owner_uid),
    podsOfNamespace: finder(pods, ({ namespace }) => namespace),
    podsOfNode: finder(pods, ({ node_name }) => node_name),
    workloadsOfNamespace: finder(workloads, ({ item }) => item.namespace),
    volumesOfNamespace: finder(volumes, ({ namespace }) => namespace),
    volumesOfWorkload: finder(volumes, ({ owner }) => owner ?? ''),
    costOf: (some) => {
      const each = some.map(({ uid }) => costs.get(uid) ?? noCost);
      const of = (resource: keyof Resources) => sum(each.map((cost) => cost[resource]));
      return { cpu: of('cpu'), ram: of('ram'), gpu: of('gpu') };
    },
  };
}

function finder<Item>(items: readonly Item[], by: (item: Item) => string) {
  const found = Map.groupBy(items, by);
  return (name: string): readonly Item[] => found.get(name) ?? [];
}

/** A volume is a workload's where a StatefulSet made its claim: `<template>-<pod>`. */
function listVolumes(snapshot: Snapshot): Volume[] {
  const { statefulsets, pods } = snapshot;
  const owners = new Map<string, string>(
    statefulsets.flatMap(({ uid, namespace, volume_claim_templates: templates }) =>
      pods
        .filter(({ owner_uid }) => owner_uid === uid)
        .flatMap((pod) =>
          (templates ?? []).map(
            (template) => [`${namespace}/${template}-${pod.name}`, uid] as const,
          ),
        ),
    ),
  );
  return claimedVolumes(snapshot).map(({ namespace, path, volume }) => ({
    namespace,
    owner: owners.get(path),
    price: volumePrice(volume),
  }));
}
