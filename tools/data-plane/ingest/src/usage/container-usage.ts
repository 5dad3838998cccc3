import { type Snapshot, type SnapshotPod } from '../snapshot-schema.ts';
import { type MeasuredContainer } from '../describe/measured-pods.ts';
import { toFigures } from '../describe/figures.ts';
import { areMetricsAvailable } from '../describe/metrics.ts';

/** Usage of the running replicas of a workload's container in a minute. */
export interface ContainerUsage {
  workload_uid: string;
  container_name: string;
  /** One value per measured replica, in any order. */
  cpu_nanocores: number[];
  memory_bytes: number[];
  /** CPU limits of the replicas, in the order of `cpu_nanocores`; 0: none. */
  cpu_limit_nanocores: number[];
}

/** A running pod and the usage of its containers. */
export interface UsingPod {
  owner: { uid: string; kind: string } | null;
  containers: readonly {
    container: Pick<MeasuredContainer['container'], 'name'>;
    figures: Pick<MeasuredContainer['figures'], 'used' | 'limit'>;
  }[];
}

/** Kinds whose pods are long-running replicas. */
export const sampledKinds: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
]);

/**
 * The usage of all measured containers of Deployments, StatefulSets and DaemonSets. Unmeasured
 * containers are omitted, because unknown is not 0.
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
 * The usage in a snapshot; empty for kinds that it cannot know, because the agent's collector of
 * pods or metrics has failed.
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

/** Whether the agent repeats old values. */
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
