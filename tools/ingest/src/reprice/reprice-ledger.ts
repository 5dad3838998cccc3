import type { Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { day_ms } from '../accrue/interval.ts';
import { retryDeadlocked } from '../write/retry-deadlocked.ts';
import { isoDay } from './ledger-day.ts';
import { repriceDay } from './reprice-day.ts';

export interface RepriceOptions {
  /** All of them where there is none. */
  organizationId?: string | undefined;
  /** The first day of UTC that is priced anew is the one that this time is of. */
  from: Date;
  /** After each day of a cluster, with its name and the day, and once before the first. */
  onProgress?: ((done: number, total: number, label: string) => void) | undefined;
  /** Ends it after the day that is being priced; what is done stays, and may be done again. */
  signal?: AbortSignal | undefined;
}

export interface RepriceResult {
  clusters: number;
  /** Of clusters, that have got new costs. */
  hours: number;
  /** Of days that stay as they are, since the quantities of some hour are not stored. */
  skippedHours: number;
}

/**
 * Gives the ledger from a day on the costs that it would have, had the price books that are in
 * force now been so when it was written. Day by day, each in a transaction, beside whatever is
 * taken in at the time. The outcome depends on stored quantities and price books alone: done again,
 * or interrupted and done again, it is the same.
 *
 * @throws the signal's reason, where it is aborted
 */
export async function repriceLedger(
  db: Kysely<Warehouse>,
  { organizationId, from, onProgress, signal }: RepriceOptions,
): Promise<RepriceResult> {
  const days = await findDays(db, { organizationId, from });
  const result: RepriceResult = { clusters: 0, hours: 0, skippedHours: 0 };
  const clusters = new Set<string>();
  onProgress?.(0, days.length, '');
  for (const [index, day] of days.entries()) {
    signal?.throwIfAborted();
    const { hours, skippedHours } = await retryDeadlocked(() =>
      db.transaction().execute((tx) => repriceDay({ tx, ...day })),
    );
    result.hours += hours;
    result.skippedHours += skippedHours;
    if (hours > 0) clusters.add(day.clusterId);
    onProgress?.(index + 1, days.length, `${day.clusterName} ${isoDay(day)}`);
  }
  return { ...result, clusters: clusters.size };
}

interface ClusterDay {
  organizationId: string;
  clusterId: string;
  clusterName: string;
  begins: number;
}

/** By cluster and day: an interrupted run has done whole clusters first. */
async function findDays(
  db: Kysely<Warehouse>,
  { organizationId, from }: Pick<RepriceOptions, 'organizationId' | 'from'>,
): Promise<ClusterDay[]> {
  const first = Math.floor(from.getTime() / day_ms) * day_ms;
  const { rows } = await sql<Omit<ClusterDay, 'begins'> & { day: string }>`
    select bill.organization_id as "organizationId", bill.cluster_id as "clusterId",
      cluster.name as "clusterName", bill.day::text as day
    from cluster_days as bill
    join clusters as cluster
      on cluster.organization_id = bill.organization_id and cluster.id = bill.cluster_id
    where bill.day >= ${isoDay({ begins: first })}::date
      and (${organizationId ?? null}::uuid is null or bill.organization_id = ${organizationId ?? null}::uuid)
    order by bill.organization_id, bill.cluster_id, bill.day`.execute(db);
  return rows.map(({ day, ...cluster }) => ({
    ...cluster,
    begins: Date.parse(`${day}T00:00:00Z`),
  }));
}
