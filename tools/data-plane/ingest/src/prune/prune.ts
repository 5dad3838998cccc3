import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { withArchiveLock } from '../archive/archived-months.ts';
import { foldBefore } from '../pending/fold-before.ts';
import { dropLeftovers, dropMonth } from './drop-month.ts';
import { countGone, deleteGone, type GoneRows } from './gone-rows.ts';
import { findMonths, firstKeptMonth, type LedgerMonth } from './ledger-months.ts';
import { type Retention } from './retention.ts';
import { deleteUnusedDescriptions } from './unused-descriptions.ts';

export interface PruneOptions {
  retention: Retention;
  now?: Date | undefined;
  /** Called before each month, and before the rows of objects. */
  onProgress?: ((label: string) => void) | undefined;
  /** Stops it before the next month; completed work is kept, and another run can do the rest. */
  signal?: AbortSignal | undefined;
}

export interface PruneResult {
  /** In the order of their removal: first those that an interrupted run had begun. */
  months: (LedgerMonth & {
    /** False: its space is free, but the empty table, always in use, remains until the next run. */
    is_dropped: boolean;
  })[];
  gone: GoneRows;
  /** Number of deleted owner descriptions that no day references any more. */
  descriptions: number;
}

/** The data that `prune` would drop, with its current size. */
export async function previewPruning(
  db: Kysely<Warehouse>,
  { retention, now = new Date() }: PruneOptions,
): Promise<Pick<PruneResult, 'gone'> & { months: LedgerMonth[] }> {
  return {
    months: await findMonths(db, { retention, now }),
    gone: await countGone(db, goneBefore(retention, now)),
  };
}

/**
 * Drops data that exceeds the retention: months of the ledger, deleted objects, and descriptions
 * that no day references. Never blocks readers and reports for more than a moment. Pruned periods
 * are then like the time before the first report.
 *
 * @param db connection of the owner
 * @throws {ArchiveError} if an archive or restore is running
 */
export const prune = (db: Kysely<Warehouse>, options: PruneOptions): Promise<PruneResult> =>
  withArchiveLock(db, () => pruneAlone(db, options));

async function pruneAlone(
  db: Kysely<Warehouse>,
  { retention, now = new Date(), onProgress, signal }: PruneOptions,
): Promise<PruneResult> {
  const result: PruneResult = { months: [], gone: {}, descriptions: 0 };
  const dropAll = async (months: readonly LedgerMonth[]) => {
    for (const month of months) {
      signal?.throwIfAborted();
      onProgress?.(month.partition);
      result.months.push({ ...month, is_dropped: await dropMonth(db, month, signal) });
    }
  };
  await dropLeftovers(db);
  // Reports cannot be folded into a month that an interrupted run has detached in part.
  const begun = await findMonths(db, { retention, now });
  await dropAll(begun.filter(({ state }) => state !== 'attached'));
  await foldBefore(
    db,
    firstKeptMonth(now, Math.min(retention.hourlyMonths, retention.dailyMonths)),
  );
  await dropAll(await findMonths(db, { retention, now }));
  onProgress?.('deleted objects');
  result.gone = await deleteGone(db, goneBefore(retention, now), signal);
  if (result.months.some(({ parent }) => parent === 'workload_days')) {
    onProgress?.('descriptions of owners');
    result.descriptions = await deleteUnusedDescriptions(db, signal);
  }
  return result;
}

const goneBefore = ({ goneDays }: Retention, now: Date) =>
  new Date(now.getTime() - goneDays * 86_400_000);
