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
import { writeIncrements, type Descriptions } from './write/ledger/write-increments.ts';
import { lockCluster } from './write/lock-cluster.ts';
import { inCluster, type Scope } from './write/scope.ts';

export interface HistoryOptions extends Past {
  organizationId: string;
  since: Date;
  /**
   * Names the kind of a day; of whole days of the same kind only the last one is computed, and its
   * rows are copied to the others. Default: every day is computed.
   */
  alike?: (day: Date) => string;
  /**
   * The first day that gets hourly rows per workload and quantities for repricing if days are
   * copied; these are most of the rows. Default: all days.
   */
  detailFrom?: Date;
  /** Progress, from 0 to 1. */
  onProgress?: (share: number) => void;
}

/**
 * Adds the history of a cluster before the time that the ledger covers, up to exactly that time; up
 * to the newest snapshot if the ledger is empty. Owners are described as they are now; the current
 * state does not change, nor do the ledger's facts of the day that both cover in part. Returns the
 * period that was added; null if the ledger already goes back far enough, or the cluster has no
 * snapshot.
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

/** The time from which the ledger covers the cluster. */
async function findBeginning(scope: Scope): Promise<Date | null> {
  const { rows } = await sql<{ beginning: Date | null }>`
    select coalesce(
      least(
        (select min(lower(covered)) from cluster_hours as bill where ${inCluster(scope, 'bill')}),
        (select min(lower(covered)) from cluster_days as bill where ${inCluster(scope, 'bill')})
      ),
      (select last_seen_at from clusters
        where organization_id = ${scope.organizationId}::uuid and id = ${scope.clusterId}::uuid)
    ) as beginning`.execute(scope.tx);
  return rows[0]?.beginning ?? null;
}

/** Days of the same kind use temporary tables, after the rest is in the ledger. */
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

/** Day by day; the next one is computed while the database writes the previous one. */
async function addDays(
  scope: Scope,
  days: readonly Interval[],
  { options, prices, descriptions, onDone }: AddingDays,
): Promise<void> {
  let adding = Promise.resolve();
  try {
    for (const day of days) {
      const increments = accrueDay(day, prices, options);
      await adding;
      adding = writeIncrements(scope, increments, { descriptions, isOlder: true }).then(onDone);
    }
  } finally {
    // Waits even after an error, because the transaction must not end during a write.
    await adding;
  }
}
