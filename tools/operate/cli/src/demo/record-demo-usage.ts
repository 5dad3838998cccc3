import { recordUsageMinutes, type UsageMinute } from '@costplane/ingest';
import { demoUsage, type DemoMember } from '@costplane/sample';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';

/** The rightsizing engine needs 12 hours before it speaks, each minute of them. */
const minutes = 12 * 60 + 10;
const minuteMs = 60_000;

export interface UsageTarget {
  organizationId: string;
  clusterId: string;
  /** Ends it early; the rest is recorded the next time. */
  signal?: AbortSignal;
}

/** Records what the containers of a demo cluster have used lately, in each minute not known yet. */
export async function recordDemoUsage(
  db: Kysely<Warehouse>,
  { name, silent_minutes }: DemoMember,
  { organizationId, clusterId, signal }: UsageTarget,
): Promise<void> {
  const end = Math.floor(Date.now() / minuteMs - silent_minutes) * minuteMs;
  const known = await db
    .selectFrom('usage_minutes')
    .select('minute')
    .where('organization_id', '=', organizationId)
    .where('cluster_id', '=', clusterId)
    .where('minute', '>=', new Date(end - minutes * minuteMs))
    .execute();
  const isKnown = new Set(known.map(({ minute }) => minute.getTime()));
  const missing = Array.from(
    { length: minutes },
    (_, index) => end - (minutes - index) * minuteMs,
  ).filter((minute) => !isKnown.has(minute));
  await recordUsageMinutes(db, {
    organizationId,
    clusterId,
    minutes: usageIn(name, missing, signal),
  });
}

function* usageIn(
  cluster: string,
  missing: readonly number[],
  signal: AbortSignal | undefined,
): Generator<UsageMinute> {
  for (const minute of missing) {
    if (signal?.aborted) return;
    const time = new Date(minute);
    yield { time, containers: demoUsage(cluster, time) };
  }
}
