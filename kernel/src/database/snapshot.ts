import { type Readable } from 'node:stream';
import { type Kysely, type OperationNodeSource } from 'kysely';
import { type CopyOptions } from './copy-query.ts';

/** Text of rows as PostgreSQL writes it, in buffers that do not end where rows do. */
export interface CopyStream extends Readable {
  /** Known once the stream has ended. */
  readonly rowCount: number;
}

/** One consistent, read-only view of the history, on a connection of its own. */
export interface LedgerSnapshot<Rows> {
  readonly db: Kysely<Rows>;
  /**
   * Runs `COPY (query) TO STDOUT`. Values of the query are bound, as text: it must cast each. It
   * answers when the first bytes are there, so that a query that fails at once fails here.
   */
  copy(query: OperationNodeSource, options?: CopyOptions): Promise<CopyStream>;
  /** Releases the connection, which the end of the request does at the latest. */
  close(): Promise<void>;
}
