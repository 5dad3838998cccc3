import { recordUsageMinutes, type UsageMinute } from '@costplane/ingest';
import { demoUsage, type DemoMember } from '@costplane/sample';
import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';

/** The rightsizing engine needs 12 hours of usage, with every minute. */
const minutes = 12 * 60 + 10;
const minuteMs = 60_000;

export interface UsageTarget {
  organizationId: string;
  clusterId: string;
  /** Stops early; the next call records the rest. */
  signal?: AbortSignal;
}

/** Records the recent container usage of a demo cluster, for each minute that is missing. */
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
