import { type PostgresPool, type PostgresPoolClient } from 'kysely';
import { type PoolClient } from 'pg';
import { inQuerySpan } from './query-span.ts';
import { type Slot } from './admission-control.ts';
import {
  activeStatement,
  destroyClient,
  isInTransaction,
  releaseClient,
} from './release-client.ts';
import { refuseServiceSetting } from './session-change.ts';
import { type SharedPool } from './shared-pool.ts';
import { enterOrganization, send } from './tenant-session.ts';

/** What was in use when a lease ended. */
export type Unreleased = 'nothing' | 'query' | 'transaction';

/** A client of a lease, for Kysely; `client` is the driver's. */
export interface LeasedClient extends PostgresPoolClient {
  readonly client: PoolClient;
}

/**
 * What one request has of one pool: a slot and a client while it uses them, and no more than one.
 * Queries that it runs in parallel run on that client one after another. So does a transaction: until
 * it has ended, other queries of the request wait.
 */
export class Lease implements PostgresPool {
  readonly #shared: SharedPool;
  readonly #organizationId: string;
  readonly #onGone: (listener: () => void) => void;
  #slot: Slot | undefined;
  #client: PoolClient | undefined;
  #isInUse = false;
  #hasBegun = false;
  #ended: Error | undefined;
  readonly #turns: (() => void)[] = [];
  /** Ends the wait for a slot. */
  #waiting: AbortController | undefined;
  #isListening = false;

  /** @param onGone calls the listener when the client of the request goes away */
  constructor(shared: SharedPool, organizationId: string, onGone: (listener: () => void) => void) {
    this.#shared = shared;
    this.#organizationId = organizationId;
    this.#onGone = onGone;
  }

  get options(): object {
    return this.#shared.pool.options;
  }

  /** For Kysely, which does not own the pool. */
  end(): Promise<void> {
    return Promise.resolve();
  }

  /** The client, as soon as nothing else of the request uses it. */
  async connect(): Promise<LeasedClient> {
    this.#requireOpen();
    if (this.#isInUse) await new Promise<void>((resolve) => this.#turns.push(resolve));
    this.#isInUse = true;
    try {
      this.#requireOpen();
      return this.#toLeasedClient(this.#client ?? (await this.#open()));
    } catch (error) {
      this.#release(true);
      throw error;
    }
  }

  /**
   * Destroys the client if it is in use, with what runs on it, and releases the slot. What asks for a
   * client from now on fails with the reason, and so does what runs.
   */
  close(reason: Error = requestIsOver()): Unreleased {
    if (this.#ended) return 'nothing';
    this.#ended = reason;
    this.#waiting?.abort(reason);
    for (const turn of this.#turns.splice(0)) turn();
    const client = this.#client;
    if (!client) return 'nothing';
    const left = activeStatement(client) || !isInTransaction(client) ? 'query' : 'transaction';
    this.#client = undefined;
    destroyClient(client);
    this.#slot?.release();
    return left;
  }

  /** Asked anew after each wait. */
  #requireOpen(): void {
    if (this.#ended) throw this.#ended;
  }

  async #open(): Promise<PoolClient> {
    const { admission } = this.#shared;
    this.#slot = admission.tryAcquire(this.#organizationId) ?? (await this.#queue());
    this.#hasBegun = true;
    try {
      const client = await this.#shared.connect();
      this.#client = client;
      this.#requireOpen();
      await enterOrganization(client, this.#organizationId);
      return client;
    } catch (error) {
      throw this.#explain(error);
    }
  }

  async #queue(): Promise<Slot> {
    this.#waiting = new AbortController();
    const { signal } = this.#waiting;
    if (!this.#isListening) this.#onGone(() => this.#waiting?.abort(requestIsOver()));
    this.#isListening = true;
    const { admission } = this.#shared;
    try {
      return await admission.acquire(this.#organizationId, signal, this.#hasBegun);
    } finally {
      this.#waiting = undefined;
    }
  }

  #toLeasedClient(client: PoolClient): LeasedClient {
    const query = (text: string, values: readonly unknown[]) =>
      inQuerySpan(text, () => {
        const { name, settingParameters } = this.#shared.statements(text);
        refuseServiceSetting(settingParameters, values);
        return send(client, { text, values: [...values], name }, this.#explain);
      });
    return {
      client,
      query: query as unknown as LeasedClient['query'],
      release: (destroy) => {
        if (client === this.#client) this.#release(destroy);
      },
    };
  }

  readonly #explain = (failure: unknown): Error => this.#ended ?? this.#shared.explain(failure);

  /** Hands the client to the next query of the request that waits for it, or back to the pool. */
  #release(destroy?: boolean | Error): void {
    const next = this.#turns.shift();
    const client = this.#client;
    if (!next || !client || destroy || isInTransaction(client)) {
      this.#client = undefined;
      if (client) releaseClient(client, destroy);
      this.#slot?.release();
    }
    this.#isInUse = next !== undefined;
    next?.();
  }
}

const requestIsOver = () =>
  new Error('the request is over: its handler may ask the database no more');
