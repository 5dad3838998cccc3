import {
  type Condition,
  type Snapshot,
  type SnapshotCronJob,
  type SnapshotDaemonSet,
  type SnapshotDeployment,
  type SnapshotJob,
  type SnapshotStatefulSet,
} from './snapshot.ts';

/** A workload of a snapshot, with what its kind says of its state. */
export interface ListedWorkload {
  readonly kind: string;
  readonly item: Pick<
    SnapshotDeployment,
    'uid' | 'name' | 'namespace' | 'labels' | 'creation_timestamp'
  >;
  readonly state: {
    readonly status: string;
    readonly status_reason: string;
    readonly is_suspended: boolean;
    readonly is_paused: boolean;
  };
  readonly replicas?: Readonly<Record<'desired' | 'available' | 'unavailable' | 'updated', number>>;
}

/** All that the snapshot lists, less the Jobs of CronJobs (decision 21). */
export function listedWorkloads(snapshot: Snapshot): ListedWorkload[] {
  return [
    ...snapshot.deployments.map(deployment),
    ...snapshot.statefulsets.map(statefulSet),
    ...snapshot.daemonsets.map(daemonSet),
    ...snapshot.jobs.filter(({ owner_cronjob }) => owner_cronjob === '').map(job),
    ...snapshot.cronjobs.map(cronJob),
  ];
}

const calm = { status_reason: '', is_suspended: false, is_paused: false };

const deployment = (item: SnapshotDeployment): ListedWorkload => ({
  kind: 'Deployment',
  item,
  state: { ...calm, ...deploymentStatus(item), is_paused: item.paused },
  replicas: {
    desired: item.replicas,
    available: item.available_replicas,
    unavailable: item.unavailable_replicas,
    updated: item.updated_replicas,
  },
});

function deploymentStatus(item: SnapshotDeployment) {
  const available = findCondition(item, 'Available');
  const progressing = findCondition(item, 'Progressing');
  if (available) return { status: 'Available', status_reason: available.reason };
  if (progressing) return { status: 'Progressing', status_reason: progressing.reason };
  throw new Error(`${item.name} is in a state that no snapshot here knows`);
}

/** A condition that holds. */
const findCondition = (item: { conditions: readonly Condition[] | null }, type: string) =>
  item.conditions?.find((condition) => condition.type === type && condition.status === 'True');

const statefulSet = (item: SnapshotStatefulSet): ListedWorkload => ({
  kind: 'StatefulSet',
  item,
  state: { ...calm, status: replicaStatus(item.replicas, item.available_replicas) },
  replicas: {
    desired: item.replicas,
    available: item.available_replicas,
    unavailable: Math.max(item.replicas - item.available_replicas, 0),
    updated: item.updated_replicas,
  },
});

const daemonSet = (item: SnapshotDaemonSet): ListedWorkload => ({
  kind: 'DaemonSet',
  item,
  state: { ...calm, status: replicaStatus(item.desired_number_scheduled, item.number_available) },
  replicas: {
    desired: item.desired_number_scheduled,
    available: item.number_available,
    unavailable: item.number_unavailable,
    updated: item.updated_number_scheduled,
  },
});

function replicaStatus(desired: number, available: number) {
  if (available >= desired) return 'Available';
  return available > 0 ? 'Degraded' : 'Unavailable';
}

function job(item: SnapshotJob): ListedWorkload {
  const end = findCondition(item, 'Complete') ?? findCondition(item, 'Failed');
  const going = item.active > 0 ? 'Running' : 'Pending';
  return {
    kind: 'Job',
    item,
    state: { ...calm, status: end?.type ?? going, status_reason: end?.reason ?? '' },
  };
}

function cronJob(item: SnapshotCronJob): ListedWorkload {
  const waiting = item.suspend ? 'Suspended' : 'Scheduled';
  return {
    kind: 'CronJob',
    item,
    state: {
      ...calm,
      status: item.active_jobs === null ? waiting : 'Running',
      is_suspended: item.suspend,
    },
  };
}
