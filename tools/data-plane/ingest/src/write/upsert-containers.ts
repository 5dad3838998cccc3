import { sql } from 'kysely';
import { type ContainerRow } from '../describe/pods.ts';
import { arrayText } from './array-text.ts';
import { type ComparedRows } from './compare-facts.ts';
import { type DigestedRow } from './digest-facts.ts';
import { inCluster, sameCluster, type Scope } from './scope.ts';
import { rowsText } from './upsert-rows.ts';

/**
 * Writes the containers, and counts out-of-memory kills over time. Each termination of a container
 * is an event with a number, `terminations_total`; it is counted when it is first seen, so that a
 * kill counts once, whether it is seen before or after the following restart. A lower restart count
 * starts the numbering again. The requests at the kill are those that were known before it; its
 * time is that of the report that shows it, unless it may be older than the previous report.
 */
export async function upsertContainers(
  scope: Scope,
  rows: readonly DigestedRow<ContainerRow>[],
): Promise<void> {
  const { tx, organizationId, clusterId } = scope;
  const [first] = rows;
  if (!first) return;
  const columns = [...Object.keys(first.row), 'facts_digest'];
  const counted = ['terminations_total', 'oom_kills_total'];
  const replaced = columns.filter((name) => !['pod_uid', 'name', ...counted].includes(name));
  await sql`
    insert into containers as old (
      organization_id, cluster_id,
      oom_killed_memory_requested_bytes, oom_killed_memory_limit_bytes,
      ${sql.join(columns.map((name) => sql.id(name)))}
    )
    select ${organizationId}::uuid, ${clusterId}::uuid,
      case when new.oom_kills_total > 0 then new.memory_requested_bytes end,
      case when new.oom_kills_total > 0 then new.memory_limit_bytes end,
      ${sql.join(columns.map((name) => sql.ref(`new.${name}`)))}
    from json_populate_recordset(null::containers, ${rowsText(rows)}::json) as new
    on conflict (organization_id, cluster_id, pod_uid, name) do update set
      oom_kills_total = old.oom_kills_total + case
        when excluded.terminations_total > old.terminations_total then excluded.oom_kills_total
        else 0 end,
      oom_killed_memory_requested_bytes = case when ${isKilledAnew}
        then old.memory_requested_bytes else old.oom_killed_memory_requested_bytes end,
      oom_killed_memory_limit_bytes = case when ${isKilledAnew}
        then old.memory_limit_bytes else old.oom_killed_memory_limit_bytes end,
      oom_killed_at = case when ${isKilledAnew} then 'infinity' else old.oom_killed_at end,
      terminations_total = case
        when excluded.restart_count < old.restart_count then excluded.terminations_total
        else greatest(excluded.terminations_total, old.terminations_total) end,
      ${sql.join(replaced.map((name) => sql`${sql.id(name)} = ${sql.ref(`excluded.${name}`)}`))}
    `.execute(tx);
  if (rows.some(({ row }) => row.oom_kills_total > 0)) await dateKills(scope);
}

/**
 * Separate from the rows, because Citus allows no parameters in what ON CONFLICT sets. A container
 * that was killed before its first report has a time only if its pod is newer than the previous report.
 */
async function dateKills(scope: Scope): Promise<void> {
  await sql`
    update containers as container set oom_killed_at = ${scope.takenAt}::timestamptz
    from pods as pod, clusters as cluster
    where ${inCluster(scope, 'container')} and container.oom_kills_total > 0
      and ${sameCluster('pod', 'container')} and pod.uid = container.pod_uid
      and cluster.organization_id = container.organization_id and cluster.id = container.cluster_id
      and (container.oom_killed_at = 'infinity'
        or container.oom_killed_at is null and pod.created_at_k8s > cluster.last_seen_at)
    `.execute(scope.tx);
}

const isKilledAnew = sql`excluded.terminations_total > old.terminations_total
  and excluded.oom_kills_total > 0`;

/** Deletes containers with their pod, or if the snapshot has the pod without them. */
export async function deleteGoneContainers(
  scope: Scope,
  { rows }: Pick<ComparedRows, 'rows'>,
): Promise<void> {
  await sql`
    delete from containers as container using pods as pod
    where ${inCluster(scope, 'container')} and ${sameCluster('pod', 'container')}
      and pod.uid = container.pod_uid
      and (pod.gone_at is not null or (
        pod.last_seen_at = ${scope.takenAt}::timestamptz and (container.facts_digest in (
          select unnest(${arrayText(rows.map(({ digest }) => digest))}::uuid[])
        )) is not true
      ))
    `.execute(scope.tx);
}
