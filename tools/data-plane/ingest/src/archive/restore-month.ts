import { createMonths, type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely, type Transaction } from 'kysely';
import { dayMs } from '../accrue/interval.ts';
import { deleteChangedPeriods } from '../roll-up/delete-changed-periods.ts';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import {
  findLocation,
  firstDay,
  forgetMonth,
  readArchivedHere,
  withArchiveLock,
} from './archived-months.ts';
import { dropArchivedMonth, findFilled, findMissing } from './drop-archived-month.ts';
import { restoreDescriptions } from './restore-descriptions.ts';
import { type ArchivedTable, type MonthManifest, readManifest } from './month-manifest.ts';
import { restoreTable, type Restoring } from './restore-table.ts';
import {
  archivedRows,
  readArchivedRows,
  readKnownClusters,
  type RestoredTable,
  toJson,
} from './archived-rows.ts';
import { isOfThisDatabase } from './write-month.ts';

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
    const manifest = await readManifest(store, month);
    if (manifest === undefined || manifest.tables.length === 0) {
      throw new ArchiveError(`${store.location} has no archive of ${month}`);
    }
    await requireArchived(db, store, manifest);
    await dropArchivedMonth(db, store, manifest, { onProgress, signal });
    // Rows that changed after they were first written have been written again.
    const written = (await readManifest(store, month)) ?? manifest;
    await createMonths(db, sql`${firstDay(month)}::date`);
    return db.transaction().execute(async (tx) => {
      // Bumps the version once, at the end, because other transactions would wait for this one.
      await sql`select set_config('costplane.bumped', 'everything', true)`.execute(tx);
      const restored: RestoredTable[] = [];
      const { restoring, organizations } = await beginRestoring(tx, store, written);
      for (const table of inOrder(written.tables)) {
        signal?.throwIfAborted();
        onProgress?.(`${month} ${table.table}`);
        restored.push(await restoreAny(tx, store, table, restoring));
      }
      await forgetMonth(tx, month, organizations);
      await forgetRepricing(tx);
      await sql`select costplane.bump_version(null, null)`.execute(tx);
      return restored;
    });
  });
}

/** A month that was restored and then pruned is not recorded any more, but its files remain. */
async function requireArchived(
  db: Kysely<Warehouse>,
  { location }: ArchiveStore,
  manifest: MonthManifest,
): Promise<void> {
  const { month } = manifest;
  if ((await findLocation(db, month)) !== undefined) return;
  const filled = await findFilled(db, month);
  if (filled.length === 0 && (await hasOrganization(db, manifest))) return;
  const isPartial = filled.length > 0 && findMissing(manifest, filled) !== undefined;
  throw new ArchiveError(
    isPartial && (await isOfThisDatabase(db, manifest))
      ? `${month} has rows in ${filled[0]}; archive it to another folder or prefix, and then restore it from ${location}`
      : `${month} is not archived: there is nothing to restore`,
  );
}

/** Whether an organization of the archive is in the database, which may have come to another server since. */
async function hasOrganization(
  db: Kysely<Warehouse>,
  { organizations }: MonthManifest,
): Promise<boolean> {
  const { rows } = await sql`
    select from costplane.organizations where id = any(${organizations}::uuid[]) limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Also returns the organizations for which the month is no longer archived afterwards. */
async function beginRestoring(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  manifest: MonthManifest,
): Promise<{ restoring: Restoring; organizations: string[] }> {
  const archived = await readArchivedHere(tx, store, manifest);
  const late = await forgetSumsOfLateClusters(tx, manifest.month);
  // `org move` may have copied rows here that this archive also has.
  const others = [...archived.keys(), ...late.map(({ organizationId }) => organizationId)].filter(
    (id) => !archived.get(id),
  );
  const restoring: Restoring = {
    descriptions: new Map(),
    isOfKnownCluster: await readKnownClusters(tx, others),
    lateClusters: new Set(late.map(({ clusterId }) => clusterId)),
    copiedClusters: late.length === 0 ? new Set() : await findCopied(tx, store, manifest),
  };
  return { restoring, organizations: [...archived.keys()].filter((id) => archived.get(id)) };
}

const restoreAny = (
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  table: ArchivedTable,
  restoring: Restoring,
) =>
  table.table === 'owner_descriptions'
    ? restoreDescriptions(tx, store, table, restoring.isOfKnownCluster, restoring.descriptions)
    : restoreTable(tx, store, table, restoring);

/** The clusters with rows in a month since it was archived. The sums of these rows are deleted. */
async function forgetSumsOfLateClusters(tx: Transaction<Warehouse>, month: string) {
  const { rows } = await sql<{ organizationId: string; clusterId: string }>`
    select distinct organization_id as "organizationId", cluster_id as "clusterId"
    from costplane.cluster_days
    where day >= ${firstDay(month)}::date and day < ${firstDay(month)}::date + interval '1 month'
    `.execute(tx);
  const first = Date.parse(firstDay(month));
  const last = new Date(first).setUTCMonth(new Date(first).getUTCMonth() + 1) - dayMs;
  for (const cluster of rows) await deleteChangedPeriods({ tx, ...cluster }, { first, last });
  return rows;
}

/**
 * The clusters with rows of the same time as archived ones: they came with rows of an archive that was
 * interrupted, by `org move` or from a backup, or as history.
 */
async function findCopied(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  { tables }: MonthManifest,
): Promise<Set<string>> {
  const copied = new Set<string>();
  const days = tables.find(({ table }) => table === 'cluster_days');
  if (days === undefined) return copied;
  for await (const archived of readArchivedRows(tx, store, days)) {
    const { rows } = await sql<{ id: string }>`
      select distinct existing.cluster_id as id from costplane.cluster_days as existing
      join ${archivedRows(days.table, toJson(days.columns, archived))}
        using (organization_id, cluster_id, day)
      where existing.covered && archived.covered`.execute(tx);
    for (const { id } of rows) copied.add(id);
  }
  return copied;
}

/** The rows have the prices of when they were archived, so that repricing has something to do again. */
const forgetRepricing = (tx: Transaction<Warehouse>) =>
  sql`update costplane.price_books set repriced_at = null where repriced_at is not null`.execute(
    tx,
  );

/**
 * Descriptions come first, because rows reference them; sums come last, because changes of days
 * delete them. Those of `cluster_days` lock the roll-ups of their clusters, so they come late.
 */
const inOrder = (tables: readonly ArchivedTable[]) =>
  tables.toSorted((one, other) => rank(one) - rank(other));
const rank = ({ table }: ArchivedTable) => {
  if (table === 'owner_descriptions') return 0;
  if (table === 'cluster_days') return 2;
  return table.endsWith('_periods') ? 3 : 1;
};
