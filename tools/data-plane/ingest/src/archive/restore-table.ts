import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { addToExisting } from '../write/ledger/add-rows.ts';
import { ledgerGroups, type LedgerTable } from '../write/ledger/ledger-columns.ts';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import {
  archivedRows,
  columnList,
  type IsOfKnownCluster,
  readArchivedRows,
  type RestoredTable,
  toJson,
} from './archived-rows.ts';
import { type ArchivedTable } from './month-manifest.ts';
import { type FileRow } from './parquet-file.ts';
import { type DescriptionIds, withStoredIds } from './restore-descriptions.ts';
import { rowHash } from './table-totals.ts';
import { relation } from './write-month.ts';

/** How the rows of a file have changed since they were archived. */
export interface Restoring {
  readonly isOfKnownCluster: IsOfKnownCluster;
  /** Ids of clusters that have rows in the month: archived rows are added to them. */
  readonly lateClusters: ReadonlySet<string>;
  /** Ids of those whose rows cover the time of archived ones: existing rows stay as they are. */
  readonly copiedClusters: ReadonlySet<string>;
  readonly descriptions: DescriptionIds;
}

const ledgerTables: readonly LedgerTable[] = Object.values(ledgerGroups).flat();

/** Inserts the rows of a file into the ledger, and verifies that they are the archived ones. */
export async function restoreTable(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  archived: ArchivedTable,
  { isOfKnownCluster, lateClusters, copiedClusters, descriptions }: Restoring,
): Promise<RestoredTable> {
  const { table, columns } = archived;
  const ledgerTable = ledgerTables.find(({ name }) => name === table);
  // Sums of periods do not contain the new rows; the next roll-up creates them again.
  const isKept = (row: FileRow) =>
    ledgerTable !== undefined || !lateClusters.has(String(row.cluster_id));
  const restored = { table, rows: 0, leftOut: 0 };
  let hash = 0n;
  const copies = { rows: 0, existing: 0 };
  for await (const all of readArchivedRows(tx, store, archived)) {
    const known = all.filter(isOfKnownCluster);
    const rows = known.filter(isKept);
    const json = toJson(
      columns,
      descriptions.size === 0 ? rows : withStoredIds(rows, descriptions),
    );
    const onConflict = ledgerTable
      ? sql`${addToExisting(ledgerTable, true)} where old.cluster_id <> all(${[...copiedClusters]}::uuid[])`
      : sql``;
    const added = await insertRows(tx, archived, json, onConflict);
    copies.rows += rows.filter((row) => copiedClusters.has(String(row.cluster_id))).length;
    copies.existing += rows.length - added.rows;
    restored.rows += added.rows;
    restored.leftOut += all.length - known.length + rows.length - added.rows;
    hash += BigInt(added.hash);
  }
  if (copies.existing > 0 && copies.existing < copies.rows) {
    throw new ArchiveError(
      `${table} has rows of the same time as archived ones, and only some of these; nothing was restored`,
    );
  }
  const isUnchanged = restored.leftOut === 0 && descriptions.size === 0 && lateClusters.size === 0;
  if (isUnchanged && String(hash) !== archived.hash) {
    throw new ArchiveError(
      `The rows of ${table} are not those that were archived; nothing was restored`,
    );
  }
  return restored;
}

async function insertRows(
  tx: Transaction<Warehouse>,
  { table, columns }: ArchivedTable,
  json: string,
  onConflict: RawBuilder<unknown>,
): Promise<{ rows: number; hash: string }> {
  const { rows } = await sql<{ rows: number; hash: string }>`
    with added as (
      insert into ${relation(table)} as old (${columnList(columns)})
      select ${columnList(columns)} from ${archivedRows(table, json)}
      ${onConflict}
      returning ${columnList(columns)}
    )
    select count(*)::integer as rows, coalesce(sum(${rowHash(columns)}), 0)::text as hash
    from added`.execute(tx);
  const [added] = rows;
  if (!added) throw new Error('an aggregate has one row');
  return added;
}
