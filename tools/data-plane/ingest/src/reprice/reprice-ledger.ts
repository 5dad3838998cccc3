import { formatFixedPoint, parseFixedPoint, type FixedPoint } from '@costplane/pricing';
import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';
import { dayMs } from '../accrue/interval.ts';
import { costMeasures, unallocatedMeasures } from '../accrue/measures.ts';
import { foldPending } from '../pending/pending-increments.ts';
import { lockCluster } from '../write/lock-cluster.ts';
import { retryDeadlocked } from '../write/retry-deadlocked.ts';
import { isoDay, onDay, type LedgerDay } from './ledger-day.ts';
import { addHours, noHours, repriceDay, type RepricedHours } from './reprice-day.ts';

export interface RepriceOptions {
  /**
   * Null: all organizations, except for times with a price book of their own, and except those
   * whose move is not complete.
   */
  organizationId?: string | undefined;
  /** The first UTC day to reprice is the one that contains this time. */
  from: Date;
  /** Called after each day of a cluster, and once before the first. */
  onProgress?: ((progress: RepriceProgress) => void) | undefined;
  /** Stops it after the current day; completed days are kept, and can be repriced again. */
  signal?: AbortSignal | undefined;
}

export interface RepriceProgress {
  /** Total number of cluster days. */
  daysDone: number;
  days: number;
  /** The current cluster and day; empty before the first. */
  label: string;
  /** Result so far. */
  result: RepriceResult;
}

export interface RepriceResult extends RepricedHours {
  /** Hours with new costs. */
  clusters: number;
}

/**
 * Recomputes the ledger from a day on, as if the current price books had been in effect when it was
 * written: one transaction per day and cluster, concurrently with ingest. The result only depends
 * on stored quantities and price books, so it can be repeated or interrupted and continued.
 *
 * @throws the signal's reason when it is aborted
 */
export async function repriceLedger(
  db: Kysely<Warehouse>,
  { organizationId, from, onProgress, signal }: RepriceOptions,
): Promise<RepriceResult> {
  const isForAllOnly = organizationId === undefined;
  const days = await findDays(db, { organizationId, from });
  return repriceDays(days, { onProgress, signal }, (day) =>
    retryDeadlocked(() =>
      db.transaction().execute((tx) => repriceDay({ tx, ...day }, { isForAllOnly })),
    ),
  );
}

export interface RepricePreview extends RepriceResult {
  /** Current and new cost of the days with repriced hours, in the given currency. */
  costBefore: string;
  costAfter: string;
}

/**
 * The effect of `repriceLedger` with the books of a transaction. Each day is repriced and rolled
 * back immediately, so that snapshots of a cluster wait for at most one of its days.
 */
export async function previewRepricing(
  tx: Transaction<Warehouse>,
  { organizationId, from, onProgress, signal, currency }: RepriceOptions & { currency: string },
): Promise<RepricePreview> {
  const isForAllOnly = organizationId === undefined;
  const days = await findDays(tx, { organizationId, from });
  const cost = { before: 0n, after: 0n };
  const result = await repriceDays(days, { onProgress, signal }, async (day) => {
    await sql`savepoint day`.execute(tx);
    await lockCluster({ tx, ...day });
    await foldPending({ tx, ...day });
    const before = await readCost({ tx, ...day }, currency);
    const hours = await repriceDay({ tx, ...day }, { isForAllOnly });
    if (hours.hours > 0) {
      cost.before += before;
      cost.after += await readCost({ tx, ...day }, currency);
    }
    await sql`rollback to savepoint day`.execute(tx);
    // Otherwise the savepoints nest, and each holds a lock.
    await sql`release savepoint day`.execute(tx);
    return hours;
  });
  return {
    ...result,
    costBefore: formatFixedPoint(cost.before),
    costAfter: formatFixedPoint(cost.after),
  };
}

async function readCost(day: LedgerDay, currency: string): Promise<FixedPoint> {
  const costs = sql.join(
    [...costMeasures, ...unallocatedMeasures].map((name) => sql`coalesce(${sql.id(name)}, 0)`),
    sql` + `,
  );
  const { rows } = await sql<{ cost: string }>`
    select round((${costs}) / 3600, 12)::text as cost
    from cluster_days as bill
    join organizations as organization on organization.id = bill.organization_id
    where ${onDay(day, 'bill')} and organization.currency = ${currency}`.execute(day.tx);
  return parseFixedPoint(rows[0]?.cost ?? '0');
}

async function repriceDays(
  days: readonly ClusterDay[],
  { onProgress, signal }: Pick<RepriceOptions, 'onProgress' | 'signal'>,
  reprice: (day: ClusterDay) => Promise<RepricedHours>,
): Promise<RepriceResult> {
  const clusters = new Set<string>();
  let hours = noHours;
  const tell = (daysDone: number, label: string) =>
    onProgress?.({
      daysDone,
      days: days.length,
      label,
      result: { clusters: clusters.size, ...hours },
    });
  tell(0, '');
  for (const [index, day] of days.entries()) {
    signal?.throwIfAborted();
    const dayResult = await reprice(day);
    hours = addHours(hours, dayResult);
    if (dayResult.hours > 0) clusters.add(day.clusterId);
    tell(index + 1, `${day.clusterName} ${isoDay(day)}`);
  }
  return { clusters: clusters.size, ...hours };
}

interface ClusterDay {
  organizationId: string;
  clusterId: string;
  clusterName: string;
  begins: number;
}

/** By cluster and day, so that an interrupted run has completed whole clusters first. */
async function findDays(
  db: Kysely<Warehouse>,
  { organizationId, from }: Pick<RepriceOptions, 'organizationId' | 'from'>,
): Promise<ClusterDay[]> {
  const first = Math.floor(from.getTime() / dayMs) * dayMs;
  const { rows } = await sql<Omit<ClusterDay, 'begins'> & { day: string }>`
    select bill.organization_id as "organizationId", bill.cluster_id as "clusterId",
      cluster.name as "clusterName", bill.day::text as day
    from (${accountedDays}) as bill
    join clusters as cluster
      on cluster.organization_id = bill.organization_id and cluster.id = bill.cluster_id
    where bill.day >= ${isoDay({ begins: first })}::date
      and bill.organization_id in (select id from organizations where is_home)
      and ${organizationId === undefined ? sql`${isWritable} and ${isForAll}` : sql`bill.organization_id = ${organizationId}::uuid`}
    order by bill.organization_id, bill.cluster_id, bill.day`.execute(db);
  return rows.map(({ day, ...cluster }) => ({
    ...cluster,
    begins: Date.parse(`${day}T00:00:00Z`),
  }));
}

/** Days in the ledger, and days to which pending increments will be added. */
const accountedDays = sql`
  select organization_id, cluster_id, day from cluster_days
  union
  select organization_id, cluster_id,
    generate_series((begins_at at time zone 'UTC')::date,
      (ends_at at time zone 'UTC')::date, interval '1 day')::date
  from pending_increments`;

const isWritable = sql`bill.organization_id in (select id from organizations where is_writable)`;
const begins = sql`bill.day::timestamp at time zone 'UTC'`;
const isOwn = sql`own.organization_id = bill.organization_id and own.superseded_at is null`;

/** Some of the day may use prices for all: it does not begin with an own book that lasts all day. */
const isForAll = sql`(
  exists (
    select from price_books as own
    where ${isOwn} and own.valid_from > ${begins}
      and own.valid_from < ${begins} + interval '24 hours'
  ) or not coalesce((
    select own.source is not null from price_books as own
    where ${isOwn} and own.valid_from <= ${begins}
    order by own.valid_from desc
    limit 1
  ), false))`;
