import { recordUsageMinutes, type UsageMinute } from '@costplane/ingest';
import { demoUsage, type DemoMember } from '@costplane/sample';
import type { Warehouse } from '@costplane/warehouse';
import type { Kysely } from 'kysely';

/** What the rightsizing engine needs before it speaks is 12 hours, each minute of them. */
const minutes = 12 * 60 + 10;
const minute_ms = 60_000;

export interface UsageTarget {
  organizationId: string;
  clusterId: string;
}

/**
 * Records what the containers of a demo cluster have used lately, every minute, unless that is known
 * already: where it has reported for an hour, it goes on by itself.
 */
export async function recordDemoUsage(
  db: Kysely<Warehouse>,
  { name, silent_minutes }: DemoMember,
  { organizationId, clusterId }: UsageTarget,
): Promise<void> {
  const last = Date.now() - silent_minutes * minute_ms;
  const known = await db
    .selectFrom('usage_minutes')
    .select('minute')
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('minute', '<', new Date(last - 60 * minute_ms))
    .limit(1)
    .executeTakeFirst();
  if (known) return;
  await recordUsageMinutes(db, { organizationId, clusterId, minutes: pastMinutes(name, last) });
}

function* pastMinutes(cluster: string, last: number): Generator<UsageMinute> {
  for (let ago = minutes; ago > 0; ago -= 1) {
    const time = new Date(last - ago * minute_ms);
    yield { time, containers: demoUsage(cluster, time) };
  }
}
