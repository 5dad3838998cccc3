import { type Cluster } from './cluster.ts';
import { type Basis, costBlock } from './cost-block.ts';
import { instant } from './instant.ts';
import { toFigures, sumLimits, utilizationOfRequests } from './request-figures.ts';
import { type SnapshotContainer, type SnapshotPod } from './snapshot.ts';

/** The row of a pod, from the snapshot alone. */
export function expectedPod(cluster: Cluster, pod: SnapshotPod, basis: Basis) {
  const { timestamp } = cluster.snapshot;
  const { containers } = pod;
  const count = (is: (container: SnapshotContainer) => boolean) => containers.filter(is).length;
  return {
    id: pod.uid,
    kind: 'Pod',
    metadata: expectedMetadata(cluster, pod),
    capacity: sumLimits([pod]),
    utilization: {
      ...utilizationOfRequests(toFigures(pod)),
      counts: {
        containers: containers.length,
        running_containers: count(({ state }) => state === 'running'),
        ready_containers: count(({ ready }) => ready),
      },
      restarts_total: containers.reduce((sum, { restart_count }) => sum + restart_count, 0),
      oom_kills_total: count(wasKilled),
    },
    cost: {
      ...costBlock({ compute: cluster.costOf([pod]) }, basis, timestamp),
      cost_mode: 'fully_loaded',
    },
  };
}

export const wasKilled = ({ last_termination_reason, state, state_reason }: SnapshotContainer) =>
  last_termination_reason === 'OOMKilled' ||
  (state === 'terminated' && state_reason === 'OOMKilled');

function expectedMetadata(cluster: Cluster, pod: SnapshotPod) {
  const node = cluster.nodesByName.get(pod.node_name);
  return {
    name: pod.name,
    namespace: pod.namespace,
    cluster: { id: cluster.id, name: cluster.name },
    workload: { uid: pod.owner_uid, kind: pod.owner_kind, name: pod.owner_name },
    ...(node && { node: { id: node.uid, name: node.name } }),
    phase: pod.phase,
    ...optionalText('reason', pod.reason),
    qos_class: pod.qos_class,
    ...optionalText('pod_ip', pod.pod_ip),
    ...optionalText('host_ip', pod.host_ip),
    host_network: pod.host_network,
    ...optionalText('priority_class', pod.priority_class_name),
    has_hostpath: pod.has_hostpath,
    has_emptydir: pod.has_emptydir,
    labels: pod.labels ?? {},
    created_at_k8s: instant(pod.creation_timestamp),
    last_seen_at: instant(cluster.snapshot.timestamp),
  };
}

/** An empty text is left out. */
const optionalText = (name: string, text: string) => (text === '' ? {} : { [name]: text });
