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
  /** Where there is none, all of them, but for the time in which they have a price book of their own. */
  organizationId?: string | undefined;
  /** The first day of UTC that is priced anew is the one that this time is of. */
  from: Date;
  /** After each day of a cluster, and once before the first. */
  onProgress?: ((progress: RepriceProgress) => void) | undefined;
  /** Ends it after the day that is being priced; what is done stays, and may be done again. */
  signal?: AbortSignal | undefined;
}

export interface RepriceProgress {
  /** Of clusters. */
  daysDone: number;
  days: number;
  /** The cluster and the day that it has come to; empty before the first. */
  label: string;
  /** What has come of it so far. */
  result: RepriceResult;
}

export interface RepriceResult extends RepricedHours {
  /** That have got new costs. */
  clusters: number;
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
  const isForAllOnly = organizationId === undefined;
  const days = await findDays(db, { organizationId, from });
  return repriceDays(days, { onProgress, signal }, (day) =>
    retryDeadlocked(() =>
      db.transaction().execute((tx) => repriceDay({ tx, ...day }, { isForAllOnly })),
    ),
  );
}

export interface RepricePreview extends RepriceResult {
  /** What the days cost as they are, and as they would be; in the currency asked for. */
  costBefore: string;
  costAfter: string;
}

/**
 * What `repriceLedger` would come to with the books of a transaction. Each day is priced anew and undone
 * at once, so that snapshots of a cluster wait no longer than for one of its days.
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
    cost.before += before;
    cost.after += await readCost({ tx, ...day }, currency);
    await sql`rollback to savepoint day`.execute(tx);
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
    const ofDay = await reprice(day);
    hours = addHours(hours, ofDay);
    if (ofDay.hours > 0) clusters.add(day.clusterId);
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

/** By cluster and day: an interrupted run has done whole clusters first. */
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
      and ${organizationId === undefined ? isForAll : sql`bill.organization_id = ${organizationId}::uuid`}
    order by bill.organization_id, bill.cluster_id, bill.day`.execute(db);
  return rows.map(({ day, ...cluster }) => ({
    ...cluster,
    begins: Date.parse(`${day}T00:00:00Z`),
  }));
}

/** Those of the ledger, and those that pending increments will add. */
const accountedDays = sql`
  select organization_id, cluster_id, day from cluster_days
  union
  select organization_id, cluster_id,
    generate_series((begins_at at time zone 'UTC')::date,
      (ends_at at time zone 'UTC')::date, interval '1 day')::date
  from pending_increments`;

const begins = sql`bill.day::timestamp at time zone 'UTC'`;
const isOwn = sql`own.organization_id = bill.organization_id and own.superseded_at is null`;

/** Some of the day may be at prices for all: it does not begin with a book that holds throughout. */
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
