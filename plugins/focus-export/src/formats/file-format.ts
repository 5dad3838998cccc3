import { type Readable } from 'node:stream';
import { type LedgerSnapshot } from '@costplane/plugin-api';
import { type ExportRequest } from '../export-request.ts';
import { type ExportRows } from '../tables.ts';

/** A file that is being made. */
export interface OpenFile {
  readonly body: Readable;
  /** How many rows it has; known once the body has ended. */
  readonly rowCount: () => number;
}

/** A format that the rows of an export can be written in. */
export interface FileFormat {
  readonly extension: string;
  readonly contentType: string;
  /** What makes a file unreadable that ends in the middle; Parquet is so without its footer. */
  readonly brokenEnd?: string;
  /** Begins a file; fails if the query does. */
  readonly open: (
    snapshot: LedgerSnapshot<ExportRows>,
    request: ExportRequest,
  ) => Promise<OpenFile>;
}
