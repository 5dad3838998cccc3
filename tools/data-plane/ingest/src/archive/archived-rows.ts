import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { ArchiveError } from './archive-error.ts';
import { type ArchiveStore } from './archive-store.ts';
import { toJsonValue } from './column-kinds.ts';
import { type ArchivedColumn, type ArchivedTable } from './month-manifest.ts';
import { type FileRow, readParquet } from './parquet-file.ts';
import { readColumns } from './table-totals.ts';
import { openArchived } from './verify-file.ts';
import { relation } from './write-month.ts';

export interface RestoredTable {
  table: string;
  rows: number;
  /** Rows of deleted clusters, rows that exist already, and those of organizations whose month is archived elsewhere. */
  leftOut: number;
}

/**
 * The rows of a table's file, in batches.
 *
 * @throws {ArchiveError} if they do not match this version of the table, or are damaged
 */
export async function* readArchivedRows(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  archived: ArchivedTable,
): AsyncGenerator<FileRow[]> {
  const file = await openArchived(store, archived);
  if (file === undefined) return;
  const known = new Set((await readColumns(tx, archived.table)).map(({ name }) => name));
  const unknown = archived.columns.find(({ name }) => !known.has(name));
  if (unknown) {
    throw new ArchiveError(
      `${archived.table} has no column ${unknown.name}, which the archive has: restore it with the version of Costplane that wrote it`,
    );
  }
  yield* readParquet(file);
}

export const toJson = (columns: readonly ArchivedColumn[], rows: readonly FileRow[]) =>
  `[${rows
    .map(
      (row) =>
        `{${columns
          .map(
            (column) => `${JSON.stringify(column.name)}:${toJsonValue(column, row[column.name])}`,
          )
          .join(',')}}`,
    )
    .join(',')}]`;

export const columnList = (columns: readonly ArchivedColumn[]) =>
  sql.join(columns.map(({ name }) => sql.ref(name)));

export const archivedRows = (table: string, json: string): RawBuilder<unknown> =>
  sql`json_populate_recordset(null::${relation(table)}, ${json}::json) as archived`;

export type IsOfKnownCluster = (row: FileRow) => boolean;

/** Whether a row belongs to a cluster that still exists, except those of some organizations. */
export async function readKnownClusters(
  tx: Transaction<Warehouse>,
  except: readonly string[],
): Promise<IsOfKnownCluster> {
  const { rows } = await sql<{ id: string }>`
    select id from costplane.clusters where organization_id <> all(${except}::uuid[])`.execute(tx);
  const known = new Set(rows.map(({ id }) => id));
  return ({ cluster_id: id }) => known.has(String(id));
}
