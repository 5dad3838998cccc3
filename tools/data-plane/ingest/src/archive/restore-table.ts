import { type Warehouse } from '@costplane/warehouse';
import { sql, type Transaction } from 'kysely';
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
  /** Ids of clusters that have new rows in the month: archived rows are added to them. */
  readonly lateClusters: ReadonlySet<string>;
  readonly descriptions: DescriptionIds;
}

const ledgerTables: readonly LedgerTable[] = Object.values(ledgerGroups).flat();

/** Inserts the rows of a file into the ledger, and verifies that they are the archived ones. */
export async function restoreTable(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  archived: ArchivedTable,
  { isOfKnownCluster, lateClusters, descriptions }: Restoring,
): Promise<RestoredTable> {
  const { table, columns } = archived;
  const ledgerTable = ledgerTables.find(({ name }) => name === table);
  // Sums of periods do not contain the new rows; the next roll-up creates them again.
  const isKept = (row: FileRow) =>
    ledgerTable !== undefined || !lateClusters.has(String(row.cluster_id));
  const restored = { table, rows: 0, leftOut: 0 };
  let hash = 0n;
  for await (const all of readArchivedRows(tx, store, archived)) {
    const known = all.filter(isOfKnownCluster);
    const rows = known.filter(isKept);
    const json = toJson(
      columns,
      descriptions.size === 0 ? rows : withStoredIds(rows, descriptions),
    );
    const added = await insertRows(tx, archived, json, ledgerTable);
    restored.rows += added.rows;
    restored.leftOut += all.length - known.length;
    hash += BigInt(added.hash);
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
  ledgerTable: LedgerTable | undefined,
): Promise<{ rows: number; hash: string }> {
  const { rows } = await sql<{ rows: number; hash: string }>`
    with added as (
      insert into ${relation(table)} as old (${columnList(columns)})
      select ${columnList(columns)} from ${archivedRows(table, json)}
      ${ledgerTable ? addToExisting(ledgerTable, true) : sql``}
      returning ${columnList(columns)}
    )
    select count(*)::integer as rows, coalesce(sum(${rowHash(columns)}), 0)::text as hash
    from added`.execute(tx);
  const [added] = rows;
  if (!added) throw new Error('an aggregate has one row');
  return added;
}
