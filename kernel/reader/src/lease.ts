import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type QueryResult } from 'pg';
import { type Caller, type Slot } from './admission-control.ts';
import { isDistributed, sendToWorkers } from './distributed-session.ts';
import { PreparedQuery } from './prepared-query.ts';
import { inQuerySpan } from './query-span.ts';
import { type SharedClient, type SharedPool } from './shared-pool.ts';
import { enterOrganization, mayChangeSession } from './tenant-session.ts';

/** What was still in use when a lease was closed. */
export type Unreleased = 'nothing' | 'query' | 'transaction';

/**
 * The use of one pool by one request: at most one slot and one client at a time. Parallel queries of the
 * request run on that client one after another; during a transaction, its other queries wait.
 */
export class Lease implements PostgresPool {
  readonly #shared: SharedPool;
  readonly #caller: Caller;
  readonly #onGone: (listener: () => void) => void;
  #slot: Slot | undefined;
  #client: SharedClient | undefined;
  #isInUse = false;
  #hasBegun = false;
  /** Whether a statement may have changed the session. */
  #isChanged = false;
  #ended: Error | undefined;
  readonly #turns: (() => void)[] = [];
  /** Aborts the wait for a slot. */
  #waiting: AbortController | undefined;

  /** @param onGone registers a listener for the disconnection of the HTTP client */
  constructor(shared: SharedPool, caller: Caller, onGone: (listener: () => void) => void) {
    this.#shared = shared;
    this.#caller = caller;
    this.#onGone = onGone;
  }

  get options(): object {
    return this.#shared.pool.options;
  }

  /** The driver's client of the transaction in progress. */
  get client(): SharedClient {
    if (!this.#client) throw this.#ended ?? new Error('no transaction is in progress');
    return this.#client;
  }

  /** Does nothing: Kysely does not own the pool. */
  end(): Promise<void> {
    return Promise.resolve();
  }

  /** Waits until no other query of the request uses the client. */
  async connect(): Promise<PostgresPoolClient> {
    this.#requireOpen();
    if (this.#isInUse) await new Promise<void>((resolve) => this.#turns.push(resolve));
    this.#isInUse = true;
    try {
      this.#requireOpen();
      return this.#toPoolClient(this.#client ?? (await this.#open()));
    } catch (error) {
      this.#release(true);
      throw error;
    }
  }

  /**
   * Destroys the client if it is in use, and releases the slot. Running and later queries fail with the
   * reason. The server notices the disconnection (`client_connection_check_interval`) and cancels the
   * statement.
   */
  close(reason: Error = requestIsOver): Unreleased {
    if (this.#ended) return 'nothing';
    this.#ended = reason;
    this.#waiting?.abort(reason);
    for (const turn of this.#turns.splice(0)) turn();
    const client = this.#client;
    if (!client) return 'nothing';
    const isRunning = client.runningSinceMs !== undefined;
    const left = isRunning || !isInTransaction(client) ? 'query' : 'transaction';
    this.#release(true);
    return left;
  }

  /** Must be called after each wait. */
  #requireOpen(): void {
    if (this.#ended) throw this.#ended;
  }

  async #open(): Promise<SharedClient> {
    const { admission } = this.#shared;
    this.#slot = admission.tryAcquire(this.#caller) ?? (await this.#queue());
    this.#hasBegun = true;
    try {
      const client = await this.#shared.connect();
      this.#client = client;
      this.#isChanged = false;
      this.#requireOpen();
      await enterOrganization(client, this.#caller.organizationId);
      return client;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  #queue(): Promise<Slot> {
    if (!this.#waiting) {
      this.#waiting = new AbortController();
      this.#onGone(() => this.#waiting?.abort(requestIsOver));
    }
    const { admission } = this.#shared;
    return admission.acquire(this.#caller, this.#waiting.signal, this.#hasBegun);
  }

  #toPoolClient(client: SharedClient): PostgresPoolClient {
    const send = (text: string, values: readonly unknown[]) => this.#send(client, text, values);
    const sendSeen = (text: string, values: readonly unknown[]) =>
      sendToWorkers(client, this.#caller.organizationId, text, (sent) => send(sent, values)).catch(
        (error: unknown) => {
          throw this.#explain(error);
        },
      );
    const sendAny = isDistributed(client) ? sendSeen : send;
    const query = (text: string, values: readonly unknown[]) =>
      inQuerySpan(text, () => sendAny(text, values));
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => {
        if (client === this.#client) this.#release(destroy);
      },
    };
  }

  /**
   * Sends a statement with the driver's callback API. Its promise API keeps rows alive across garbage
   * collections, which costs a quarter of a request for a page of 100 rows.
   */
  #send(client: SharedClient, text: string, values: readonly unknown[]): Promise<QueryResult> {
    const name = this.#shared.nameStatement(text);
    return new Promise((resolve, reject) => {
      const settle = (error: Error | null, result: QueryResult) => {
        if (error) reject(this.#explain(error));
        else {
          this.#isChanged ||= mayChangeSession(text, result);
          resolve(result);
        }
      };
      // The extended protocol accepts a single statement; the simple one would accept several.
      const unnamed = { text, values: [...values], queryMode: 'extended' };
      if (name === undefined) client.query(unnamed, settle);
      else client.query(new PreparedQuery({ name, text, values }, settle));
    });
  }

  readonly #explain = (failure: unknown): Error => this.#ended ?? this.#shared.explain(failure);

  /**
   * Passes the client to the next waiting query of the request, or releases it to the pool. A client that is
   * still in a transaction, or whose session may have changed, is destroyed instead.
   */
  #release(destroy: boolean | Error = false): void {
    const next = this.#turns.shift();
    const client = this.#client;
    if (!next || !client || destroy || isInTransaction(client)) {
      this.#client = undefined;
      client?.release(destroy || this.#isChanged || isInTransaction(client));
      this.#slot?.release();
    }
    this.#isInUse = next !== undefined;
    next?.();
  }
}

/** Queries through a lease; connects with the first one. */
export const queryThrough = (lease: Lease) =>
  new Kysely<unknown>({ dialect: new PostgresDialect({ pool: lease }) });

const isInTransaction = (client: SharedClient) => client.getTransactionStatus() !== 'I';

/** Shared by all requests, since creating an error for each would be wasteful. */
const requestIsOver = new Error(
  'the request is over: its handler can no longer query the database',
);
