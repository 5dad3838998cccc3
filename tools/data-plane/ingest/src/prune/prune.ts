import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { dropMonth } from './drop-month.ts';
import { countGone, deleteGone, type GoneRows } from './gone-rows.ts';
import { findMonths, type LedgerMonth } from './ledger-months.ts';
import { type Retention } from './retention.ts';
import { deleteUnusedDescriptions } from './unused-descriptions.ts';

export interface PruneOptions {
  retention: Retention;
  now?: Date | undefined;
  /** Before each month, and before the rows of objects. */
  onProgress?: ((label: string) => void) | undefined;
  /** Ends it before the next month; what is done stays, and the rest may be done later. */
  signal?: AbortSignal | undefined;
}

export interface PruneResult {
  /** Oldest first. */
  months: (LedgerMonth & {
    /** False: its space is free, but the empty table stays, as somebody reads all the time. */
    is_dropped: boolean;
  })[];
  gone: GoneRows;
  /** Of owners, which no day refers to any more. */
  descriptions: number;
}

/** What `prune` would drop, with the size that it has. */
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
 * Drops what is older than it has to be kept: months of the ledger, objects that have disappeared,
 * and descriptions that no day refers to. Whoever reads or reports is never kept waiting for more
 * than a moment. What is dropped is from then on not known, never 0.
 *
 * @param db as the owner
 */
export async function prune(
  db: Kysely<Warehouse>,
  { retention, now = new Date(), onProgress, signal }: PruneOptions,
): Promise<PruneResult> {
  const result: PruneResult = { months: [], gone: {}, descriptions: 0 };
  for (const month of await findMonths(db, { retention, now })) {
    signal?.throwIfAborted();
    onProgress?.(month.partition);
    result.months.push({ ...month, is_dropped: await dropMonth(db, month, signal) });
  }
  onProgress?.('objects that have disappeared');
  result.gone = await deleteGone(db, goneBefore(retention, now), signal);
  if (result.months.some(({ parent }) => parent === 'workload_days')) {
    onProgress?.('descriptions of owners');
    result.descriptions = await deleteUnusedDescriptions(db, signal);
  }
  return result;
}

const goneBefore = ({ goneDays }: Retention, now: Date) =>
  new Date(now.getTime() - goneDays * 86_400_000);
