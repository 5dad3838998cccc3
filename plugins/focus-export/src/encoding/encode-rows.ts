import { pipeline } from 'node:stream';
import { type LedgerSnapshot } from '@costplane/plugin-api';
import { type ExportRequest } from '../export-request.ts';
import { type OpenFile } from '../formats/file-format.ts';
import { selectTable } from '../queries/select-table.ts';
import { type ExportRows } from '../tables.ts';
import { EncoderStream } from './encoder-stream.ts';
import { rowMarks } from './row-parser.ts';
import { type WorkerTask } from './worker-messages.ts';

/** Opens a file in a format that PostgreSQL cannot write, or writes only slowly. */
export async function encodeRows(
  format: WorkerTask['format'],
  snapshot: LedgerSnapshot<ExportRows>,
  request: ExportRequest,
): Promise<OpenFile> {
  const rows = await snapshot.copy(selectTable(request), rowMarks);
  // If either stream fails or is destroyed, the other one is destroyed too; `body` emits the error.
  const body = pipeline(
    rows,
    new EncoderStream({ format, columns: request.columns }),
    () => undefined,
  );
  return { body, rowCount: () => rows.rowCount };
}
