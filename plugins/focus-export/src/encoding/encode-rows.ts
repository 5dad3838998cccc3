import { pipeline } from 'node:stream';
import { type LedgerSnapshot } from '@costplane/plugin-api';
import { type ExportRequest } from '../export-request.ts';
import { type OpenFile } from '../formats/file-format.ts';
import { selectTable } from '../queries/select-table.ts';
import { type ExportRows } from '../tables.ts';
import { EncoderStream } from './encoder-stream.ts';
import { rowMarks } from './row-parser.ts';
import { type WorkerTask } from './worker-messages.ts';

/** Begins a file of a format that PostgreSQL does not write, or only slowly. */
export async function encodeRows(
  format: WorkerTask['format'],
  snapshot: LedgerSnapshot<ExportRows>,
  request: ExportRequest,
): Promise<OpenFile> {
  const rows = await snapshot.copy(selectTable(request), rowMarks);
  // Whichever fails or is given up takes the other with it; the body says why.
  const body = pipeline(
    rows,
    new EncoderStream({ format, columns: request.columns }),
    () => undefined,
  );
  return { body, rowCount: () => rows.rowCount };
}
