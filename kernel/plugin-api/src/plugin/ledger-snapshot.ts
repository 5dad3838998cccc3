import { type Readable } from 'node:stream';
import { type Kysely, type OperationNodeSource } from 'kysely';

/** Rows as text of PostgreSQL, in chunks that do not end at row boundaries. */
export interface CopyStream extends Readable {
  /** Known once the stream has ended. */
  readonly rowCount: number;
}

/** Options of PostgreSQL's `COPY … TO STDOUT` in CSV. */
export interface CopyOptions {
  readonly header?: boolean;
  readonly delimiter?: string;
  readonly quote?: string;
}

/** One consistent, read-only view of the history, on a connection of its own. */
export interface LedgerSnapshot<Rows> {
  readonly db: Kysely<Rows>;
  /**
   * Runs `COPY (query) TO STDOUT`. Values of the query are bound as text, so that the query must cast each of
   * them. The promise resolves with the first bytes, so that an immediate failure rejects it.
   */
  copy(query: OperationNodeSource, options?: CopyOptions): Promise<CopyStream>;
  /** Releases the connection, which the end of the request does at the latest. */
  close(): Promise<void>;
}
