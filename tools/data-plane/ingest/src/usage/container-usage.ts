import { type Snapshot, type SnapshotPod } from '../snapshot-schema.ts';
import { type MeasuredContainer } from '../describe/measured-pods.ts';
import { toFigures } from '../describe/figures.ts';
import { areMetricsAvailable } from '../describe/metrics.ts';

/** What the running replicas of a workload's container used in a minute. */
export interface ContainerUsage {
  workload_uid: string;
  container_name: string;
  /** One figure for each replica that was measured, in any order. */
  cpu_nanocores: number[];
  memory_bytes: number[];
  /** The CPU limit of the replica that `cpu_nanocores` has in the same place; 0: none. */
  cpu_limit_nanocores: number[];
}

/** A running pod with what its containers use. */
export interface UsingPod {
  owner: { uid: string; kind: string } | null;
  containers: readonly {
    container: Pick<MeasuredContainer['container'], 'name'>;
    figures: Pick<MeasuredContainer['figures'], 'used' | 'limit'>;
  }[];
}

/** Kinds whose pods are replicas of each other that go on for long. */
export const sampledKinds: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
]);

/**
 * The usage of all containers of Deployments, StatefulSets and DaemonSets that were measured. What
 * was not is left out, since absent is not 0.
 */
export function usageOfPods(pods: Iterable<UsingPod>): ContainerUsage[] {
  const usages = new Map<string, ContainerUsage>();
  for (const { owner, containers } of pods) {
    if (owner === null || !sampledKinds.has(owner.kind)) continue;
    for (const { container, figures } of containers) {
      const { used, limit } = figures;
      if (used.cpu === null && used.ram === null) continue;
      const key = `${owner.uid}/${container.name}`;
      const usage = usages.get(key) ?? unused(owner.uid, container.name);
      usages.set(key, usage);
      if (used.cpu !== null) {
        usage.cpu_nanocores.push(Number(used.cpu));
        usage.cpu_limit_nanocores.push(Number(limit.cpu));
      }
      if (used.ram !== null) usage.memory_bytes.push(Number(used.ram));
    }
  }
  return [...usages.values()];
}

/**
 * The usage that a snapshot tells of. Of a kind that it cannot know (the agent's collector of
 * pods or metrics has died) it tells nothing new.
 */
export function usageOfSnapshot(snapshot: Snapshot): ContainerUsage[] {
  if (isUsageStale(snapshot)) return [];
  const isMeasured = areMetricsAvailable(snapshot);
  return usageOfPods(
    snapshot.pods
      .filter(({ phase }) => phase === 'Running')
      .map((pod) => ({ owner: toOwner(pod), containers: figuresOfContainers(pod, isMeasured) })),
  );
}

/** Whether the agent repeats figures of before. */
export function isUsageStale({ health }: Snapshot): boolean {
  const stale = health?.stale_resources ?? [];
  return stale.includes('metrics') || stale.includes('pods');
}

function unused(workloadUid: string, containerName: string): ContainerUsage {
  return {
    workload_uid: workloadUid,
    container_name: containerName,
    cpu_nanocores: [],
    memory_bytes: [],
    cpu_limit_nanocores: [],
  };
}

const toOwner = ({ owner_uid: uid, owner_kind: kind }: SnapshotPod) =>
  uid === '' ? null : { uid, kind };

const figuresOfContainers = (pod: SnapshotPod, isMeasured: boolean) =>
  (pod.containers ?? []).map((container) => ({
    container,
    figures: toFigures(pod, container, isMeasured),
  }));
