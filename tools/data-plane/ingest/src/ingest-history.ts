import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';
import { dayMs, splitInterval, type Interval } from './accrue/interval.ts';
import { accrueDay, type Past } from './history/accrue-day.ts';
import { findAlikeDays } from './history/alike-days.ts';
import { readLedgerTables } from './history/ledger-catalog.ts';
import { copyDays, shadowLedger } from './history/template-tables.ts';
import { foldPending } from './pending/pending-increments.ts';
import { clusterPricesOver, type PriceTimeline } from './prices/cluster-prices-over.ts';
import { deleteChangedPeriods } from './roll-up/delete-changed-periods.ts';
import { areMonthsPrepared, prepareMonths } from './write/ledger/prepare-months.ts';
import { writeIncrement, type Descriptions } from './write/ledger/write-increment.ts';
import { lockCluster } from './write/lock-cluster.ts';
import { inCluster, type Scope } from './write/scope.ts';

export interface HistoryOptions extends Past {
  organizationId: string;
  since: Date;
  /**
   * Names what a day is like; of whole days that are alike only the last is accounted for, and what
   * it comes to is copied to the others. Unless given, every day is accounted for.
   */
  alike?: (day: Date) => string;
  /**
   * From which day on, where days are copied, there are hours of single workloads, and the quantities
   * without which an hour cannot be priced anew: they are most of the rows. Unless given, from the
   * first.
   */
  detailFrom?: Date;
  /** How much of it is done, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Adds to the ledger what a cluster cost before the time that the ledger knows, up to that time
 * exactly; where it knows none, up to the newest snapshot. Owners are described as they are now,
 * and the state stays as it is, as does what the ledger says of the day that both have a part of.
 * Answers the time that was added: null where the ledger goes back far enough, or the cluster was
 * never seen.
 */
export async function ingestHistory(
  db: Kysely<Warehouse>,
  options: HistoryOptions,
): Promise<Interval | null> {
  const { organizationId, cluster, since } = options;
  const ingestInTransaction = async (tx: Transaction<Warehouse>) => {
    const takenAt = since.toISOString();
    const scope: Scope = { tx, organizationId, clusterId: cluster.id, takenAt };
    await lockCluster(scope);
    await foldPending(scope);
    const end = await findBeginning(scope);
    if (end === null || end <= since) return null;
    const interval = { from: since.getTime(), to: end.getTime() };
    if (!areMonthsPrepared(db, interval)) return { interval, isAdded: false };
    await addHistory(scope, interval, options);
    return { interval, isAdded: true };
  };
  for (;;) {
    const found = await db.transaction().execute(ingestInTransaction);
    if (!found || found.isAdded) return found?.interval ?? null;
    await prepareMonths(db, found.interval);
  }
}

/** From when on the cluster is accounted for. */
async function findBeginning(scope: Scope): Promise<Date | null> {
  const { rows } = await sql<{ beginning: Date | null }>`
    select coalesce(
      (select min(lower(covered)) from cluster_hours as bill where ${inCluster(scope, 'bill')}),
      (select last_seen_at from clusters
        where organization_id = ${scope.organizationId}::uuid and id = ${scope.clusterId}::uuid)
    ) as beginning`.execute(scope.tx);
  return rows[0]?.beginning ?? null;
}

/** Days that are alike go through tables of their own, once the rest is in the ledger. */
async function addHistory(
  scope: Scope,
  interval: Interval,
  options: HistoryOptions,
): Promise<void> {
  const { alike, detailFrom = null } = options;
  const all = splitInterval(interval, dayMs);
  const prices = await clusterPricesOver(scope.tx, scope, interval);
  const { kinds, cut } = alike
    ? findAlikeDays(all, (day) => `${alike(day)} ${prices.versionsOn(day)}`)
    : { kinds: [], cut: all };
  const tables = kinds.length === 0 ? [] : await readLedgerTables(scope);
  const onDone = countDone(cut.length + kinds.length + tables.length, options.onProgress);
  const adding = { options, prices, descriptions: new Map<string, string>(), onDone };

  await addDays(scope, cut, adding);
  if (kinds.length === 0) return;
  await shadowLedger(scope, tables);
  const templates = kinds.map(({ template }) => template);
  await addDays(scope, templates, adding);
  for (const table of tables) {
    await copyDays(scope, table, { kinds, detailFrom });
    onDone();
  }
  await deleteChangedPeriods(scope, { first: interval.from, last: interval.to });
}

function countDone(steps: number, onProgress?: (share: number) => void): () => void {
  let done = 0;
  return () => {
    done += 1;
    onProgress?.(done / steps);
  };
}

interface AddingDays {
  options: Past;
  prices: PriceTimeline;
  descriptions: Descriptions;
  onDone: () => void;
}

/** Day by day; the next is reckoned while the database takes one. */
async function addDays(
  scope: Scope,
  days: readonly Interval[],
  { options, prices, descriptions, onDone }: AddingDays,
): Promise<void> {
  let adding = Promise.resolve();
  try {
    for (const day of days) {
      const increment = accrueDay(day, prices, options);
      await adding;
      adding = writeIncrement(scope, increment, { descriptions, isOlder: true }).then(onDone);
    }
  } finally {
    // Not even a failure may end the transaction under it.
    await adding;
  }
}
