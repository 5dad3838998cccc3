import { type FixedPoint, type PerResource } from '@costplane/pricing';
import { type SnapshotContainer, type SnapshotPod } from '../snapshot-schema.ts';
import { type AllocatedNodes } from './allocate-nodes.ts';
import { computeCosts, type ComputeCosts } from './costs.ts';
import {
  figureColumns,
  requestColumns,
  sumFigures,
  type FigureColumns,
  type RequestColumns,
} from './figures.ts';
import { instant } from './instant.ts';
import { type MeasuredPod } from './measured-pods.ts';
import { type NodeIdentity } from './nodes.ts';
import { type Owner } from './owners.ts';

export interface PodRow extends FigureColumns, ComputeCosts {
  uid: string;
  namespace: string;
  name: string;
  workload_uid: string | null;
  workload_kind: string;
  workload_name: string;
  node_uid: string | null;
  node_name: string;
  phase: string;
  reason: string;
  qos_class: string;
  pod_ip: string;
  host_ip: string;
  host_network: boolean;
  priority_class: string;
  service_account_name: string;
  has_hostpath: boolean;
  has_emptydir: boolean;
  labels: Record<string, string>;
  created_at_k8s: string | null;
  containers: number;
  running_containers: number;
  ready_containers: number;
  restarts_total: number;
  is_compute_partial: boolean;
}

export interface ContainerRow extends RequestColumns {
  pod_uid: string;
  name: string;
  image: string;
  state: string;
  is_ready: boolean;
  restart_count: number;
  last_termination_reason: string;
  /** Number of terminations so far, including one without a restart yet. */
  terminations_total: number;
  /** 1 if the latest of these was an out-of-memory kill, otherwise 0. */
  oom_kills_total: number;
}

export function describePods(
  measured: readonly MeasuredPod[],
  { byName, running }: AllocatedNodes,
): { pods: PodRow[]; containers: ContainerRow[] } {
  const pods: PodRow[] = [];
  const containers: ContainerRow[] = [];
  for (const { pod, owner, containers: measuredContainers } of measured) {
    const allocation = running.get(pod.uid)?.allocation;
    const otherwise = pod.phase === 'Running' ? null : nothing;
    const cost = allocation?.cost ?? otherwise;
    pods.push({
      ...podFacts(pod, owner, byName.get(pod.node_name)),
      ...figureColumns(sumFigures(measuredContainers.map(({ figures }) => figures))),
      ...computeCosts(cost),
      is_compute_partial: cost === null,
    });
    for (const { container, figures } of measuredContainers) {
      containers.push({
        ...containerFacts(pod, container),
        ...requestColumns(figures),
      });
    }
  }
  return { pods, containers };
}

/** Cost of a pod that is not running. */
const nothing: PerResource<FixedPoint> = { cpu: 0n, ram: 0n, gpu: 0n };

function podFacts(
  pod: SnapshotPod,
  owner: Owner | null,
  node: NodeIdentity | undefined,
): Omit<PodRow, keyof FigureColumns | keyof ComputeCosts | 'is_compute_partial'> {
  const containers = pod.containers ?? [];
  return {
    uid: pod.uid,
    namespace: pod.namespace,
    name: pod.name,
    workload_uid: owner?.uid ?? null,
    workload_kind: owner?.kind ?? '',
    workload_name: owner?.name ?? '',
    node_uid: node?.uid ?? null,
    node_name: pod.node_name,
    phase: pod.phase,
    reason: pod.reason ?? '',
    qos_class: pod.qos_class ?? '',
    pod_ip: pod.pod_ip ?? '',
    host_ip: pod.host_ip ?? '',
    host_network: pod.host_network ?? false,
    priority_class: pod.priority_class_name ?? '',
    service_account_name: pod.service_account_name ?? '',
    has_hostpath: pod.has_hostpath ?? false,
    has_emptydir: pod.has_emptydir ?? false,
    labels: pod.labels ?? {},
    created_at_k8s: instant(pod.creation_timestamp),
    containers: containers.length,
    running_containers: containers.filter(({ state }) => state === 'running').length,
    ready_containers: containers.filter(({ ready }) => ready === true).length,
    restarts_total: containers.reduce((sum, { restart_count = 0 }) => sum + restart_count, 0),
  };
}

function containerFacts(
  pod: SnapshotPod,
  container: SnapshotContainer,
): Omit<ContainerRow, keyof RequestColumns> {
  const { state = '', state_reason, restart_count = 0, last_termination_reason = '' } = container;
  // In a crash loop, the latest termination is already the "last" state, although no restart has
  // followed.
  const hasEnded =
    state === 'terminated' || (state === 'waiting' && state_reason === 'CrashLoopBackOff');
  const terminations = restart_count + (hasEnded ? 1 : 0);
  const newestEnd = state === 'terminated' ? state_reason : last_termination_reason;
  return {
    pod_uid: pod.uid,
    name: container.name,
    image: container.image ?? '',
    state,
    is_ready: container.ready ?? false,
    restart_count,
    last_termination_reason,
    terminations_total: terminations,
    oom_kills_total: terminations > 0 && newestEnd === 'OOMKilled' ? 1 : 0,
  };
}
