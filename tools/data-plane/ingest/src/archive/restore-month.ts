import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import { findLocation, firstDay, forgetMonth, withArchiveLock } from './archived-months.ts';
import { dropArchivedMonth } from './drop-archived-month.ts';
import { restoreDescriptions, type DescriptionIds } from './restore-descriptions.ts';
import { type ArchivedTable, readManifest } from './month-manifest.ts';
import { restoreTable } from './restore-table.ts';
import { type IsOfKnownCluster, readKnownClusters, type RestoredTable } from './archived-rows.ts';

export interface RestoreOptions {
  month: string;
  /** Called before each table. */
  onProgress?: ((label: string) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Restores the rows of an archived month, all or none; the files stay.
 *
 * @param db connection of the owner
 * @throws {ArchiveError} if the month is not archived, or cannot be read completely
 */
export async function restoreMonth(
  db: Kysely<Warehouse>,
  store: ArchiveStore,
  { month, onProgress, signal }: RestoreOptions,
): Promise<RestoredTable[]> {
  return withArchiveLock(db, async () => {
    if ((await findLocation(db, month)) === undefined) {
      throw new ArchiveError(`${month} is not archived: there is nothing to restore`);
    }
    const manifest = await readManifest(store, month);
    if (manifest === undefined) {
      throw new ArchiveError(`${store.location} has no archive of ${month}`);
    }
    await dropArchivedMonth(db, store, manifest, { onProgress, signal });
    // Rows that changed after they were first written have been written again.
    const { tables } = (await readManifest(store, month)) ?? manifest;
    await sql`
      select costplane.prepare_ledger_months(${firstDay(month)}::date, ${firstDay(month)}::date)`.execute(
      db,
    );
    return db.transaction().execute(async (tx) => {
      // Bumps the version once, at the end, because other transactions would wait for this one.
      await sql`select set_config('costplane.bumped', 'everything', true)`.execute(tx);
      const restored: RestoredTable[] = [];
      const descriptions: DescriptionIds = new Map();
      const isOfKnownCluster = await readKnownClusters(tx);
      for (const table of inOrder(tables)) {
        signal?.throwIfAborted();
        onProgress?.(`${month} ${table.table}`);
        restored.push(await restoreAny(tx, store, table, isOfKnownCluster, descriptions));
      }
      await forgetMonth(tx, month);
      await sql`select costplane.bump_version(null, null)`.execute(tx);
      return restored;
    });
  });
}

const restoreAny = (
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  table: ArchivedTable,
  isOfKnownCluster: IsOfKnownCluster,
  descriptions: DescriptionIds,
) =>
  table.table === 'owner_descriptions'
    ? restoreDescriptions(tx, store, table, isOfKnownCluster, descriptions)
    : restoreTable(tx, store, table, isOfKnownCluster, descriptions);

/**
 * Descriptions come first, because rows reference them; sums come last, because changes of days
 * delete them.
 */
const inOrder = (tables: readonly ArchivedTable[]) =>
  tables.toSorted((one, other) => rank(one) - rank(other));
const rank = ({ table }: ArchivedTable) =>
  table === 'owner_descriptions' ? 0 : table.endsWith('_periods') ? 2 : 1;
