import {
  type Snapshot,
  type SnapshotCronJob,
  type SnapshotDaemonSet,
  type SnapshotDeployment,
  type SnapshotJob,
  type SnapshotPod,
  type SnapshotStatefulSet,
} from '../snapshot-schema.ts';
import { chosenAnnotations } from './annotations.ts';
import { cpuTargetsByWorkload, type CpuTargets } from './autoscalers.ts';
import { instant } from './instant.ts';
import { listedKinds, standaloneJobs } from './listed-workloads.ts';
import { type Owner } from './owners.ts';

export interface WorkloadRow extends WorkloadState {
  uid: string;
  namespace: string;
  name: string;
  kind: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  has_hpa: boolean;
  hpa_cpu_targets: CpuTargets;
  created_at_k8s: string | null;
}

/** Replicas are null for kinds without replicas. */
interface WorkloadState {
  status: string;
  status_reason: string;
  is_suspended: boolean;
  is_paused: boolean;
  replicas_desired: number | null;
  replicas_available: number | null;
  replicas_unavailable: number | null;
  replicas_updated: number | null;
}

const noReplicas = {
  replicas_desired: null,
  replicas_available: null,
  replicas_unavailable: null,
  replicas_updated: null,
};
const runs = { status_reason: '', is_suspended: false, is_paused: false };

export interface DescribedWorkloads {
  /** All workloads of the snapshot: those that it lists, and owners of kinds that it never lists. */
  full: WorkloadRow[];
  /** Owners of a listed kind that are missing in the list: only their names are known. */
  nameOnly: WorkloadRow[];
}

export function describeWorkloads(
  snapshot: Snapshot,
  ownerOf: (pod: SnapshotPod) => Owner | null,
): DescribedWorkloads {
  const findCpuTargets = cpuTargetsByWorkload(snapshot);
  const row = (
    kind: string,
    item: Pick<WorkloadRow, 'uid' | 'namespace' | 'name'> &
      Partial<Pick<SnapshotJob, 'labels' | 'annotations'>> & {
        creation_timestamp?: number;
      },
    state: WorkloadState,
  ): WorkloadRow => {
    const cpuTargets = findCpuTargets(kind, item.namespace, item.name);
    return {
      uid: item.uid,
      namespace: item.namespace,
      name: item.name,
      kind,
      labels: item.labels ?? {},
      annotations: chosenAnnotations(item.annotations),
      has_hpa: cpuTargets !== undefined,
      hpa_cpu_targets: cpuTargets ?? {},
      created_at_k8s: instant(item.creation_timestamp),
      ...state,
    };
  };
  const listed = [
    ...snapshot.deployments.map((item) => row('Deployment', item, deploymentState(item))),
    ...snapshot.statefulsets.map((item) => row('StatefulSet', item, statefulSetState(item))),
    ...snapshot.daemonsets.map((item) => row('DaemonSet', item, daemonSetState(item))),
    ...standaloneJobs(snapshot).map((item) => row('Job', item, jobState(item))),
    ...snapshot.cronjobs.map((item) => row('CronJob', item, cronJobState(item))),
  ];
  const fromPods = unlistedOwners(snapshot, ownerOf, new Set(listed.map(({ uid }) => uid))).map(
    ({ owner, pods }) =>
      row(owner.kind, { ...owner, namespace: firstNamespace(pods) }, stateFromPods(pods)),
  );
  const isListedKind = ({ kind }: WorkloadRow) => (listedKinds as readonly string[]).includes(kind);
  return {
    full: [...listed, ...fromPods.filter((workload) => !isListedKind(workload))],
    nameOnly: fromPods.filter(isListedKind),
  };
}

type Pods = [SnapshotPod, ...SnapshotPod[]];

/** The first by name, since the order of the pods changes from report to report. */
const firstNamespace = (pods: Pods) =>
  pods.reduce((first, { namespace }) => (namespace < first ? namespace : first), pods[0].namespace);

function unlistedOwners(
  snapshot: Snapshot,
  ownerOf: (pod: SnapshotPod) => Owner | null,
  listedUids: ReadonlySet<string>,
): { owner: Owner; pods: Pods }[] {
  const found = new Map<string, { owner: Owner; pods: Pods }>();
  for (const pod of snapshot.pods) {
    const owner = ownerOf(pod);
    if (!owner || listedUids.has(owner.uid)) continue;
    const known = found.get(owner.uid);
    if (known) known.pods.push(pod);
    else found.set(owner.uid, { owner, pods: [pod] });
  }
  return [...found.values()];
}

function deploymentState(item: SnapshotDeployment): WorkloadState {
  const { replicas, available_replicas } = item;
  return {
    ...deploymentStatus(item),
    is_suspended: false,
    is_paused: item.paused ?? false,
    replicas_desired: replicas,
    replicas_available: available_replicas,
    replicas_unavailable: item.unavailable_replicas ?? Math.max(replicas - available_replicas, 0),
    replicas_updated: item.updated_replicas ?? null,
  };
}

/** From its conditions, which take surge and disruption budget into account; otherwise from its replicas. */
function deploymentStatus(
  item: SnapshotDeployment,
): Pick<WorkloadState, 'status' | 'status_reason'> {
  const condition = (type: string) => item.conditions?.find((each) => each.type === type);
  const available = condition('Available');
  if (!available) {
    return {
      status: replicaStatus(item.replicas, item.available_replicas),
      status_reason: '',
    };
  }
  if (available.status === 'True') {
    return { status: 'Available', status_reason: available.reason ?? '' };
  }
  const progressing = condition('Progressing');
  return progressing?.status === 'True'
    ? { status: 'Progressing', status_reason: progressing.reason ?? '' }
    : { status: 'Unavailable', status_reason: available.reason ?? '' };
}

function statefulSetState(item: SnapshotStatefulSet): WorkloadState {
  const { replicas, available_replicas } = item;
  return {
    ...runs,
    status: replicaStatus(replicas, available_replicas),
    replicas_desired: replicas,
    replicas_available: available_replicas,
    replicas_unavailable: Math.max(replicas - available_replicas, 0),
    replicas_updated: item.updated_replicas ?? null,
  };
}

function daemonSetState(item: SnapshotDaemonSet): WorkloadState {
  const desired = item.desired_number_scheduled;
  const available = item.number_available ?? item.number_ready;
  return {
    ...runs,
    status: replicaStatus(desired, available),
    replicas_desired: desired,
    replicas_available: available,
    replicas_unavailable: item.number_unavailable ?? Math.max(desired - available, 0),
    replicas_updated: item.updated_number_scheduled ?? null,
  };
}

function replicaStatus(desired: number, available: number): string {
  if (available >= desired) return 'Available';
  return available > 0 ? 'Degraded' : 'Unavailable';
}

/** `Complete`, `Failed` and `Suspended` are conditions; a Job without one is running or waiting. */
function jobState({ conditions, active = 0 }: SnapshotJob): WorkloadState {
  const isTrue = (type: string) =>
    conditions?.find((each) => each.type === type && each.status === 'True');
  const condition = isTrue('Complete') ?? isTrue('Failed') ?? isTrue('Suspended');
  return {
    ...runs,
    ...noReplicas,
    status: condition?.type ?? (active > 0 ? 'Running' : 'Pending'),
    status_reason: condition?.reason ?? '',
    is_suspended: isTrue('Suspended') !== undefined,
  };
}

function cronJobState({ suspend = false, active_jobs }: SnapshotCronJob): WorkloadState {
  const isActive = (active_jobs?.length ?? 0) > 0;
  return {
    ...runs,
    ...noReplicas,
    status: isActive ? 'Running' : suspend ? 'Suspended' : 'Scheduled',
    is_suspended: suspend,
  };
}

function stateFromPods(pods: Pods): WorkloadState {
  const phases = ['Running', 'Pending', 'Failed', 'Succeeded'];
  const status = phases.find((phase) => pods.some((pod) => pod.phase === phase)) ?? 'Unknown';
  return { ...runs, ...noReplicas, status };
}
