import { pipeline } from 'node:stream';
import { toParquetColumn } from '../parquet/file-schema.ts';
import { ParquetStream } from '../parquet/parquet-stream.ts';
import { rowMarks } from '../parquet/row-parser.ts';
import { selectTable } from '../queries/select-table.ts';
import { type FileFormat } from './file-format.ts';

/** Apache Parquet, compressed with Zstandard. */
export const parquetFormat: FileFormat = {
  extension: 'parquet',
  contentType: 'application/vnd.apache.parquet',

  async open(snapshot, request) {
    const rows = await snapshot.copy(selectTable(request), rowMarks);
    const task = { columns: request.columns.map(toParquetColumn), createdBy: 'Costplane' };
    // Whichever fails or is given up takes the other with it; the body says why.
    const body = pipeline(rows, new ParquetStream(task), () => undefined);
    return { body, rowCount: () => rows.rowCount };
  },
};
