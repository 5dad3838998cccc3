import { type Snapshot, type SnapshotPod } from '../snapshot-schema.ts';
import { uuidV5 } from '../uuid-v5.ts';
import { listedWorkloads } from './listed-workloads.ts';

export interface Owner {
  uid: string;
  kind: string;
  name: string;
}

export interface KnownWorkload extends Owner {
  namespace: string;
}

/**
 * Finds the workload of a pod. Bare pods and static pods (owned by their node) have none. Pods of a
 * CronJob's Jobs belong to the CronJob.
 *
 * Older agents omit the uid of a CronJob, and any agent reports that of the Job if it does not know
 * the CronJob: these are found by name, or else get a uid derived from their name, so that all pods
 * of a CronJob belong together. A pod that is reported as owned by a ReplicaSet keeps the stored
 * workload.
 */
export function ownerFinder(
  snapshot: Snapshot,
  clusterId: string,
  stored: {
    workloads: readonly KnownWorkload[];
    podOwners: ReadonlyMap<string, Owner>;
  },
): (pod: SnapshotPod) => Owner | null {
  const byName = new Map<string, string>();
  for (const { kind, uid, namespace, name } of [
    ...stored.workloads,
    ...listedWorkloads(snapshot),
  ]) {
    byName.set(`${kind}/${namespace}/${name}`, uid);
  }
  const cronJobOfJob = new Map(snapshot.jobs.map(({ uid, owner_cronjob }) => [uid, owner_cronjob]));

  return ({ uid: podUid, namespace, owner_kind, owner_name, owner_uid }) => {
    if (owner_kind === '' || owner_kind === 'Node') return null;
    const storedOwner = owner_kind === 'ReplicaSet' ? stored.podOwners.get(podUid) : undefined;
    if (storedOwner) return storedOwner;
    const cronJob = owner_kind === 'Job' ? cronJobOfJob.get(owner_uid) : undefined;
    const [kind, name] = cronJob ? ['CronJob', cronJob] : [owner_kind, owner_name];
    const isUidItsOwn = owner_uid !== '' && !(kind === 'CronJob' && cronJobOfJob.has(owner_uid));
    const path = `${kind}/${namespace}/${name}`;
    if (isUidItsOwn && kind !== 'CronJob') return { uid: owner_uid, kind, name };
    const uid = byName.get(path) ?? (isUidItsOwn ? owner_uid : uuidV5(clusterId, path));
    return { uid, kind, name };
  };
}
