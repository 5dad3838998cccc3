import { type Snapshot } from '../snapshot-schema.ts';

export const listedKinds = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'] as const;
export type ListedKind = (typeof listedKinds)[number];

export interface ListedWorkload {
  kind: ListedKind;
  uid: string;
  namespace: string;
  name: string;
}

/** Every workload in the snapshot, without the Jobs that a CronJob owns. */
export function* listedWorkloads(snapshot: Snapshot): Generator<ListedWorkload> {
  const of = (kind: ListedKind, list: readonly Omit<ListedWorkload, 'kind'>[]) =>
    list.map(({ uid, namespace, name }) => ({ kind, uid, namespace, name }));
  yield* of('Deployment', snapshot.deployments);
  yield* of('StatefulSet', snapshot.statefulsets);
  yield* of('DaemonSet', snapshot.daemonsets);
  yield* of('Job', standaloneJobs(snapshot));
  yield* of('CronJob', snapshot.cronjobs);
}

export function standaloneJobs({ jobs }: Snapshot) {
  return jobs.filter(({ owner_cronjob = '' }) => owner_cronjob === '');
}
