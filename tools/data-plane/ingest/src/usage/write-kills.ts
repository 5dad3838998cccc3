import { sql } from 'kysely';
import { type ContainerRow } from '../describe/pods.ts';
import { inCluster, sameCluster, type Scope } from '../write/scope.ts';
import { sampledKinds } from './container-usage.ts';
import { maxLaterSamples, startOfMinute } from './record-usage-minutes.ts';

/** Beyond the limit of other samples, so that they never displace a kill. Citus takes no parameter there. */
const maxSamples = sql.lit(2 * maxLaterSamples);

/**
 * Records the out-of-memory kills that appear first in this snapshot, for the rightsizing engine: a
 * killed container had used its whole limit, which no sample shows. The peak outlives the pod. Runs
 * after the containers are written, which determines which kills are new.
 */
export async function writeKills(
  scope: Scope,
  containers: readonly Pick<ContainerRow, 'pod_uid' | 'oom_kills_total'>[],
): Promise<void> {
  const podUids = containers
    .filter(({ oom_kills_total: kills }) => kills > 0)
    .map(({ pod_uid: uid }) => uid);
  if (podUids.length === 0) return;
  const { tx, organizationId, clusterId, takenAt } = scope;
  await sql`
    insert into usage_minutes as known (organization_id, cluster_id, minute, later_samples)
    select ${organizationId}::uuid, ${clusterId}::uuid,
      ${startOfMinute(Date.parse(takenAt))}::timestamptz,
      jsonb_agg(jsonb_build_array(pod.workload_uid, container.name, '[]'::jsonb,
        jsonb_build_array(container.oom_killed_memory_limit_bytes), '[]'::jsonb))
    from containers as container
    join pods as pod on ${sameCluster('pod', 'container')} and pod.uid = container.pod_uid
    where ${inCluster(scope, 'container')} and container.pod_uid = any (${podUids}::uuid[])
      and container.oom_killed_at = ${takenAt}::timestamptz
      and container.oom_killed_memory_limit_bytes > 0
      and pod.workload_kind = any (${[...sampledKinds]}::text[])
    having count(*) > 0
    on conflict (organization_id, cluster_id, minute) do update set
      later_samples = coalesce(known.later_samples, '[]') || excluded.later_samples
      where coalesce(jsonb_array_length(known.later_samples), 0) < ${maxSamples}`.execute(tx);
}
