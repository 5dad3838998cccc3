import { constants, zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { type ExportColumn } from '../columns/column.ts';
import { RowParser } from '../encoding/row-parser.ts';
import { type Encoder } from '../encoding/worker-messages.ts';
import { ColumnChunk } from './column-chunk.ts';
import { typeEmptyList } from './empty-footer.ts';
import { fileSchema } from './file-schema.ts';

const rowsPerGroup = 20_000;
/** Size of the uncompressed text in a row group. */
const bytesPerGroup = 16 * 1024 ** 2;

/** Encodes rows as a Parquet file, one row group at a time. */
export class ParquetEncoder implements Encoder {
  readonly #columns: readonly ExportColumn[];
  readonly #chunks: readonly ColumnChunk[];
  readonly #bytes = new ByteWriter();
  readonly #file: ParquetWriter;
  readonly #parser: RowParser;
  /** Rows and bytes of the current row group. */
  #rows = 0;
  #size = 0;

  constructor(columns: readonly ExportColumn[], createdBy: string) {
    this.#columns = columns;
    this.#chunks = columns.map((column) => new ColumnChunk(column, rowsPerGroup));
    this.#file = new ParquetWriter({
      writer: this.#bytes,
      schema: fileSchema(columns, { isFinal: false }),
      codec: 'ZSTD',
      compressors: { ZSTD: compress },
      createdBy,
    });
    this.#parser = new RowParser(
      (column, source, start, end) => {
        this.#size += this.#chunks[column]?.add(source, start, end) ?? 0;
      },
      () => {
        this.#rows += 1;
        if (this.#rows === rowsPerGroup || this.#size >= bytesPerGroup) this.#writeGroup();
      },
    );
  }

  encode(rows: Uint8Array): Uint8Array<ArrayBuffer> {
    this.#parser.parse(rows);
    return this.#takeBytes();
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#parser.end();
    if (this.#rows > 0) this.#writeGroup();
    this.#file.schema = fileSchema(this.#columns, { isFinal: true });
    void this.#file.finish();
    const bytes = this.#takeBytes();
    if (this.#file.row_groups.length === 0) typeEmptyList(bytes, this.#file.createdBy);
    return bytes;
  }

  #writeGroup(): void {
    void this.#file.write({ columnData: [...this.#chunks], rowGroupSize: this.#rows });
    for (const chunk of this.#chunks) chunk.clear();
    this.#rows = 0;
    this.#size = 0;
  }

  #takeBytes(): Uint8Array<ArrayBuffer> {
    const bytes = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return bytes;
  }
}

const compress = (page: Uint8Array) =>
  zstdCompressSync(page, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
