import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { detachMonth, dropMonth } from '../prune/drop-month.ts';
import { findMonth, type LedgerMonth } from '../prune/ledger-months.ts';
import { type ArchiveStore } from './archive-store.ts';
import { type MonthManifest, writeManifest } from './month-manifest.ts';
import { readTotals } from './table-totals.ts';
import { openArchived } from './verify-file.ts';
import {
  isOfThisDatabase,
  readIdentity,
  readOwnManifest,
  relation,
  writeMonth,
  type WriteMonth,
} from './write-month.ts';

interface DropArchivedMonth extends Pick<WriteMonth, 'onProgress' | 'signal'> {
  /** Whether this run has written the files. */
  readonly areFilesVerified?: boolean;
}

/**
 * Drops the remaining partitions of an archived month. They are detached from the ledger first, so
 * that nothing can change them; if they have changed since they were written, they are written
 * again. Then the manifest is final, and the next run after an interruption only drops.
 *
 * @throws {ArchiveError} if a file of a final manifest is missing or damaged; nothing is dropped
 */
export async function dropArchivedMonth(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  manifest: MonthManifest,
  { areFilesVerified = false, onProgress, signal }: DropArchivedMonth,
): Promise<LedgerMonth[]> {
  // The organization was moved here after its month was archived elsewhere: nothing to drop here.
  if (!(await isOfThisDatabase(db, manifest))) return [];
  const { month } = manifest;
  await readOwnManifest(db, store, month);
  const partitions = await findArchived(db, manifest);
  if (manifest.isFinal && partitions.length > 0) {
    onProgress?.(`${month}: verifying its files`);
    await verifyFiles(store, manifest);
  }
  for (const partition of partitions.toSorted((one, other) => rank(one) - rank(other))) {
    signal?.throwIfAborted();
    onProgress?.(`${partition.partition}: detaching it from the ledger`);
    await detachMonth(db, partition, signal);
  }
  const detached = (await findMonth(db, month)).filter(({ partition }) =>
    partitions.some((archived) => archived.partition === partition),
  );
  if (!manifest.isFinal) {
    onProgress?.(`${month}: comparing it with its files`);
    const areFilesIntact =
      areFilesVerified || detached.length === 0 || (await hasIntactFiles(store, manifest));
    if (areFilesIntact && (await isAsWritten(db, manifest, detached))) {
      await writeManifest(store, { ...manifest, isFinal: true });
    } else {
      await writeMonth(db, store, {
        month,
        partitions: detached,
        archived: manifest.tables,
        isFinal: true,
        onProgress,
        signal,
      });
    }
  }
  for (const partition of detached) {
    signal?.throwIfAborted();
    onProgress?.(`${partition.partition}: dropping it`);
    await dropMonth(db, partition, signal);
  }
  return detached;
}

/** A restore recognizes copies of a partly detached month by `cluster_days`, and its sums by `cluster_periods`. */
const rank = ({ parent }: LedgerMonth) => ['cluster_periods', 'cluster_days'].indexOf(parent);

/** The partitions that were written. One created later, for late history, is a different one. */
async function findArchived(
  db: Kysely<Warehouse>,
  { month, tables }: MonthManifest,
): Promise<LedgerMonth[]> {
  const written = new Set(tables.map(({ identity }) => identity));
  const archived: LedgerMonth[] = [];
  for (const found of await findMonth(db, month)) {
    if (written.has(await readIdentity(db, found.partition))) archived.push(found);
  }
  return archived;
}

export async function hasRows(db: Kysely<Warehouse>, { partition }: LedgerMonth): Promise<boolean> {
  const { rows } = await sql`select from ${relation(partition)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Tables with rows of a month. */
export async function findFilled(db: Kysely<Warehouse>, month: string): Promise<string[]> {
  const filled: string[] = [];
  for (const partition of await findMonth(db, month)) {
    if (await hasRows(db, partition)) filled.push(partition.parent);
  }
  return filled;
}

/** An archived table of which the database has no rows. Periods are left out: they can be computed again. */
export const findMissing = ({ tables }: MonthManifest, filled: readonly string[]) =>
  tables.find(
    ({ table, identity, file }) =>
      identity && file && !table.endsWith('_periods') && !filled.includes(table),
  )?.table;

async function verifyFiles(store: ArchiveStore, { tables }: MonthManifest): Promise<void> {
  for (const table of tables) await openArchived(store, table);
}

const hasIntactFiles = (store: ArchiveStore, manifest: MonthManifest) =>
  verifyFiles(store, manifest).then(
    () => true,
    () => false,
  );

async function isAsWritten(
  db: Kysely<Warehouse>,
  { tables }: MonthManifest,
  partitions: readonly LedgerMonth[],
): Promise<boolean> {
  for (const { parent, partition } of partitions) {
    const written = tables.find(({ table }) => table === parent);
    if (written === undefined) return false;
    const { rows, hash } = await readTotals(db, relation(partition), written.columns);
    if (rows !== written.rows || hash !== written.hash) return false;
  }
  return true;
}
