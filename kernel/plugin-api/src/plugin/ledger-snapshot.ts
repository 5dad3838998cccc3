import { type Readable } from 'node:stream';
import { type Kysely, type OperationNodeSource } from 'kysely';

/** Text of rows as PostgreSQL writes it, in buffers that do not end where rows do. */
export interface CopyStream extends Readable {
  /** Known once the stream has ended. */
  readonly rowCount: number;
}

/** How rows become text: the options of PostgreSQL's `COPY … TO STDOUT` in CSV. */
export interface CopyOptions {
  readonly header?: boolean;
  readonly delimiter?: string;
  readonly quote?: string;
  readonly escape?: string;
  readonly null?: string;
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
