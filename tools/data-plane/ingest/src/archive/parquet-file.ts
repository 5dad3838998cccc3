import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type StoredFile } from './archive-store.ts';
import { fileElement, toFileValue } from './column-kinds.ts';
import { type ArchivedColumn } from './month-manifest.ts';

/** A row as read from the database: text, or null. */
export type TextRow = Readonly<Record<string, string | null>>;
/** A row as read from a file. */
export type FileRow = Readonly<Record<string, unknown>>;

/** The bytes of a file, one row group at a time. */
export async function* encodeParquet(
  table: string,
  columns: readonly ArchivedColumn[],
  groups: AsyncIterable<readonly TextRow[]>,
): AsyncGenerator<Uint8Array> {
  const bytes = new ByteWriter();
  const file = new ParquetWriter({
    writer: bytes,
    schema: [{ name: table, num_children: columns.length }, ...columns.map(fileElement)],
    codec: 'ZSTD',
    compressors: { ZSTD: compress },
    createdBy: 'Costplane',
  });
  const takeBytes = () => {
    const taken = bytes.getBytes().slice();
    bytes.index = 0;
    return taken;
  };
  for await (const rows of groups) {
    await file.write({
      columnData: columns.map((column) => ({
        name: column.name,
        data: rows.map((row) => toFileValue(column, row[column.name] ?? null)),
      })),
      rowGroupSize: rows.length,
    });
    yield takeBytes();
  }
  await file.finish();
  yield takeBytes();
}

/** The rows of a file, one row group at a time. */
export async function* readParquet(file: StoredFile): AsyncGenerator<FileRow[]> {
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows: count } of metadata.row_groups) {
    const rowEnd = rowStart + Number(count);
    yield await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors });
    rowStart = rowEnd;
  }
}

const compress = (page: Uint8Array) =>
  zstdCompressSync(page, { params: { [constants.ZSTD_c_compressionLevel]: 6 } });
const compressors = { ZSTD: (page: Uint8Array) => zstdDecompressSync(page) };
