import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';
import { foldBefore } from '../pending/fold-before.ts';
import { dropLeftovers, dropMonth } from '../prune/drop-month.ts';
import { findMonthsBefore, firstKeptMonth, type LedgerMonth } from '../prune/ledger-months.ts';
import { deleteUnusedDescriptions } from '../prune/unused-descriptions.ts';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import {
  findBegunLocation,
  findLocation,
  recordMonth,
  withArchiveLock,
} from './archived-months.ts';
import { dropArchivedMonth, findFilled, findMissing, hasRows } from './drop-archived-month.ts';
import { type MonthManifest, readManifest } from './month-manifest.ts';
import { readOwnManifest, writeMonth } from './write-month.ts';

export interface ArchiveOptions {
  /** First month to keep, such as `2025-01`. */
  before: string;
  now?: Date | undefined;
  /** Called before each step. */
  onProgress?: ((label: string) => void) | undefined;
  /** Stops it at the next step; completed steps are kept, and another run can do the rest. */
  signal?: AbortSignal | undefined;
}

export interface ArchivedMonth {
  month: string;
  /** Number of rows written, by table. */
  rows: Record<string, number>;
  /** Total size of the files. */
  bytes: number;
}

/** The months that `archiveMonths` would archive, with their current size. */
export async function previewArchiving(
  db: Kysely<Warehouse>,
  { before, now = new Date() }: ArchiveOptions,
): Promise<{ month: string; bytes: number }[]> {
  requireClosed(before, now);
  const months = await findFilledMonths(db, before);
  return [...months].map(([month, partitions]) => ({
    month,
    bytes: partitions.reduce((total, { bytes }) => total + bytes, 0),
  }));
}

/**
 * Writes months of the ledger, with the descriptions that they reference, to a folder or bucket,
 * verifies the files, and then drops the months as pruning does. An interrupted run loses nothing,
 * and the next one continues it.
 *
 * @param db connection of the owner
 * @throws {ArchiveError} if an operator can fix the cause; nothing is dropped that is not archived
 */
export async function archiveMonths(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  { before, now = new Date(), onProgress, signal }: ArchiveOptions,
): Promise<ArchivedMonth[]> {
  requireClosed(before, now);
  return withArchiveLock(db, async () => {
    const archived: ArchivedMonth[] = [];
    const archiveAll = async (months: Iterable<FilledMonth>) => {
      for (const month of months) {
        signal?.throwIfAborted();
        archived.push(await archiveMonth(db, store, month, { onProgress, signal }));
      }
    };
    await dropLeftovers(db);
    // Reports cannot be folded into a month that an interrupted run has detached in part.
    const filled = [...(await findFilledMonths(db, before))];
    await archiveAll(filled.filter(([, partitions]) => !partitions.every(isAttached)));
    await dropEmptied(db, before, signal);
    await foldBefore(db, before);
    await archiveAll(await findFilledMonths(db, before));
    if (archived.length > 0) {
      onProgress?.('descriptions of owners');
      await deleteUnusedDescriptions(db, signal);
    }
    for (const { month } of archived) await requireEmpty(db, month);
    return archived;
  });
}

type FilledMonth = readonly [month: string, partitions: LedgerMonth[]];

const isAttached = ({ state }: LedgerMonth) => state === 'attached';

async function archiveMonth(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  [month, partitions]: FilledMonth,
  { onProgress, signal }: Pick<ArchiveOptions, 'onProgress' | 'signal'>,
): Promise<ArchivedMonth> {
  const begun = await findBegun(db, store, month, partitions);
  const written =
    begun ??
    (await writeMonth(db, store, { month, partitions, isFinal: false, onProgress, signal }));
  if (begun === undefined) {
    onProgress?.(`${month}: recording it as archived`);
    await recordMonth(db, store, written);
  }
  const areFilesVerified = begun === undefined;
  await dropArchivedMonth(db, store, written, { areFilesVerified, onProgress, signal });
  const final = (await readManifest(store, month)) ?? written;
  // Organizations whose first rows of the month came while it was archived.
  const added = final.organizations.filter((id) => !written.organizations.includes(id));
  await recordMonth(db, store, { ...final, organizations: added });
  return summarize(final);
}

/** An earlier run was interrupted after it had dropped the last tables of a month. */
async function dropEmptied(
  db: Kysely<Warehouse>,
  before: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const partition of await findMonthsBefore(db, before)) {
    if (isAttached(partition) || (await hasRows(db, partition))) continue;
    if (await findLocation(db, partition.month)) await dropMonth(db, partition, signal);
  }
}

/** The previous month may still get late reports, and the current month gets new ones. */
function requireClosed(before: string, now: Date): void {
  const latest = firstKeptMonth(now, 1);
  if (before <= latest) return;
  throw new ArchiveError(
    `Months can be archived before ${latest}: the current month and the one before it are kept`,
  );
}

async function findFilledMonths(
  db: Kysely<Warehouse>,
  before: string,
): Promise<Map<string, LedgerMonth[]>> {
  const months = Map.groupBy(await findMonthsBefore(db, before), ({ month }) => month);
  for (const [month, partitions] of months) {
    const isFilled = await Promise.all(partitions.map((partition) => hasRows(db, partition)));
    if (!isFilled.includes(true)) months.delete(month);
  }
  return months;
}

/** New partitions were created for the month since it was archived, because of late history. */
async function requireEmpty(db: Kysely<Warehouse>, month: string): Promise<void> {
  const [table] = await findFilled(db, month);
  if (table === undefined) return;
  throw new ArchiveError(
    `${month} has new rows in ${table} since it was archived; run costplane restore --month ${month}, then archive it again`,
  );
}

/** The manifest of a month that an earlier run had begun to drop. */
async function findBegun(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  month: string,
  partitions: readonly LedgerMonth[],
): Promise<MonthManifest | undefined> {
  const location = await findBegunLocation(db, store, month, partitions);
  if (location !== undefined && location !== store.location) {
    throw new ArchiveError(
      `${month} is archived in ${location}; complete that archive first, with --to ${location}`,
    );
  }
  const manifest = await readOwnManifest(db, store, month);
  if (location === undefined) {
    if (manifest) await requireComplete(db, store, manifest);
    return undefined;
  }
  if (manifest) return manifest;
  throw new ArchiveError(
    `${location} has no manifest of ${month}, which is archived there; if its files are elsewhere, run costplane restore --month ${month} --from`,
  );
}

/** After a restore, a part of the month may have been pruned: then only the archive has it. */
async function requireComplete(
  db: Kysely<Warehouse>,
  { location }: ArchiveStore,
  manifest: MonthManifest,
): Promise<void> {
  const missing = findMissing(manifest, await findFilled(db, manifest.month));
  if (missing === undefined) return;
  throw new ArchiveError(
    `${location} holds more of ${manifest.month} than the database, which has no rows of it in ${missing}; choose another folder or prefix with --to`,
  );
}

const summarize = ({ month, tables }: MonthManifest): ArchivedMonth => ({
  month,
  rows: Object.fromEntries(tables.map(({ table, rows }) => [table, Number(rows)])),
  bytes: tables.reduce((total, { file }) => total + (file?.bytes ?? 0), 0),
});
