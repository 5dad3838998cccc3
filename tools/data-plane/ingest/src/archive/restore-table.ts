import { type Warehouse } from '@costplane/warehouse';
import { sql, type Transaction } from 'kysely';
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
import { type DescriptionIds, withStoredIds } from './restore-descriptions.ts';
import { rowHash } from './table-totals.ts';
import { relation } from './write-month.ts';

const uniqueViolation = '23505';

/** Inserts the rows of a file into the ledger, and verifies that they are the archived ones. */
export async function restoreTable(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  archived: ArchivedTable,
  isOfKnownCluster: IsOfKnownCluster,
  descriptions: DescriptionIds,
): Promise<RestoredTable> {
  const { table, columns } = archived;
  const restored = { table, rows: 0, leftOut: 0 };
  let hash = 0n;
  for await (const all of readArchivedRows(tx, store, archived)) {
    const rows = all.filter(isOfKnownCluster);
    const json = toJson(
      columns,
      descriptions.size === 0 ? rows : withStoredIds(rows, descriptions),
    );
    const added = await insertRows(tx, archived, json).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== uniqueViolation) throw error;
      throw new ArchiveError(`${table} has some of the rows already; nothing was restored`);
    });
    restored.rows += added.rows;
    restored.leftOut += all.length - added.rows;
    hash += BigInt(added.hash);
  }
  if (restored.leftOut === 0 && descriptions.size === 0 && String(hash) !== archived.hash) {
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
): Promise<{ rows: number; hash: string }> {
  const { rows } = await sql<{ rows: number; hash: string }>`
    with added as (
      insert into ${relation(table)} (${columnList(columns)})
      select ${columnList(columns)} from ${archivedRows(table, json)}
      returning ${columnList(columns)}
    )
    select count(*)::integer as rows, coalesce(sum(${rowHash(columns)}), 0)::text as hash
    from added`.execute(tx);
  const [added] = rows;
  if (!added) throw new Error('an aggregate has one row');
  return added;
}
