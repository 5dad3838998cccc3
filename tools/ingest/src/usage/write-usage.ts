import { sql } from 'kysely';
import type { Snapshot } from '../snapshot-schema.ts';
import type { Scope } from '../write/scope.ts';
import { isUsageStale, usageOfPods, type UsingPod } from './container-usage.ts';
import { keptDays, samplesText, startOfMinute } from './record-usage-minutes.ts';

const minute_ms = 60_000;
const hour_ms = 60 * minute_ms;

/**
 * Keeps what the running pods use for the rightsizing engine: of each minute what its first
 * snapshot says. Once an hour it drops what has been kept for long enough.
 */
export async function writeUsage(
  scope: Scope,
  snapshot: Snapshot,
  { lastSeenAt, pods }: { lastSeenAt: number | null; pods: Iterable<UsingPod> },
): Promise<void> {
  const { timestamp } = snapshot;
  const isFirstOf = (period_ms: number) =>
    lastSeenAt === null || Math.floor(lastSeenAt / period_ms) < Math.floor(timestamp / period_ms);
  if (!isFirstOf(minute_ms)) return;
  if (isFirstOf(hour_ms)) await dropOldMinutes(scope);
  if (isUsageStale(snapshot)) return;
  const containers = usageOfPods(pods);
  if (containers.length === 0) return;
  await sql`
    insert into usage_minutes (organization_id, cluster_id, minute, samples)
    values (${scope.organizationId}, ${scope.clusterId}, ${startOfMinute(timestamp)},
      ${samplesText(containers)})
    on conflict (organization_id, cluster_id, minute) do nothing`.execute(scope.tx);
}

async function dropOldMinutes({ tx, organizationId, clusterId, takenAt }: Scope): Promise<void> {
  await sql`
    delete from usage_minutes
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and minute < ${takenAt}::timestamptz - make_interval(days => ${keptDays})`.execute(tx);
}
