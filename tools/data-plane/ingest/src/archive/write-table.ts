import { type Warehouse } from '@costplane/warehouse';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { createHash } from 'node:crypto';
import { type ArchiveStore } from './archive-store.ts';
import { selectValue } from './column-kinds.ts';
import { type ArchivedColumn, type ArchivedTable } from './month-manifest.ts';
import { encodeParquet, type TextRow } from './parquet-file.ts';
import { readColumns, readTotals } from './table-totals.ts';
import { verifyFile } from './verify-file.ts';

/** Source of the rows: the partition, or a subquery. */
export interface TableToWrite {
  readonly table: string;
  readonly identity?: string;
  /** Table whose columns are written. */
  readonly shape: string;
  readonly source: RawBuilder<unknown>;
  /** Number of rows that are fetched at once and form a row group of the file. */
  readonly rowsAtOnce: number;
}

/** Writes a table of a month, reads it again, and returns its description. */
export async function writeTable(
  tx: Transaction<Warehouse>,
  store: ArchiveStore,
  month: string,
  { table, identity, shape, source, rowsAtOnce }: TableToWrite,
): Promise<ArchivedTable> {
  const columns = await readColumns(tx, shape);
  const totals = await readTotals(tx, source, columns);
  const archived = { table, ...(identity === undefined ? {} : { identity }), columns, ...totals };
  if (totals.rows === '0') return archived;

  const name = `${month}/${table}.parquet`;
  const digest = createHash('sha256');
  let bytes = 0;
  async function* digested() {
    for await (const part of encodeParquet(
      table,
      columns,
      fetchRows(tx, source, columns, rowsAtOnce),
    )) {
      digest.update(part);
      bytes += part.length;
      yield part;
    }
  }
  await store.write(name, digested());
  const written = { ...archived, file: { name, bytes, sha256: digest.digest('hex') } };
  await verifyFile(store, written);
  return written;
}

async function* fetchRows(
  tx: Transaction<Warehouse>,
  source: RawBuilder<unknown>,
  columns: readonly ArchivedColumn[],
  rowsAtOnce: number,
): AsyncGenerator<TextRow[]> {
  await sql`declare archived no scroll cursor for
    select ${sql.join(columns.map(selectValue))} from ${source}`.execute(tx);
  for (;;) {
    const { rows } = await sql<TextRow>`fetch ${sql.lit(rowsAtOnce)} from archived`.execute(tx);
    if (rows.length === 0) break;
    yield rows;
  }
  await sql`close archived`.execute(tx);
}
