import { type Readable } from 'node:stream';
import { type LedgerSnapshot } from '@costplane/plugin-api';
import { type ExportRequest } from '../export-request.ts';
import { type ExportRows } from '../tables.ts';

/** A file that is being written. */
export interface OpenFile {
  readonly body: Readable;
  /** Number of rows; final only after the body has ended. */
  readonly rowCount: () => number;
}

/** A format of the export. */
export interface FileFormat {
  readonly extension: string;
  readonly contentType: string;
  /** Appended on failure to make the file unreadable. Parquet needs none: it has no footer then. */
  readonly brokenEnd?: string;
  /** Starts writing a file; rejects if the query fails. */
  readonly open: (
    snapshot: LedgerSnapshot<ExportRows>,
    request: ExportRequest,
  ) => Promise<OpenFile>;
}
