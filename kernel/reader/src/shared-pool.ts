import { type Pool, type PoolClient } from 'pg';
import { AdmissionControl, type AdmissionLimits } from './admission-control.ts';
import { DatabaseFailure } from './database-failure.ts';
import { onUnreachable, type WatchedClient } from './silent-connections.ts';

export type SharedClient = PoolClient & WatchedClient;

export interface SharedPoolOptions extends Omit<AdmissionLimits, 'slots'> {
  /** Maps failures of this database to errors. */
  readonly explain: (failure: unknown) => Error;
  /** Prepared statements per connection; further texts are not prepared. */
  readonly maxStatements: number;
}

/** Connections that organizations share; admission control has a slot for each. */
export class SharedPool {
  readonly pool: Pool;
  readonly admission: AdmissionControl;
  readonly explain: SharedPoolOptions['explain'];
  readonly #maxStatements: number;
  readonly #statementNames = new Map<string, string>();
  #connectedAtMs = 0;

  constructor(pool: Pool, { explain, maxStatements, ...limits }: SharedPoolOptions) {
    this.pool = pool;
    this.admission = new AdmissionControl({ slots: pool.options.max, ...limits });
    this.explain = explain;
    this.#maxStatements = maxStatements;
    onUnreachable(pool, () => {
      const cause = new Error('the server is silent');
      this.admission.refuseWaiting(new DatabaseFailure('UPSTREAM_UNAVAILABLE', cause));
    });
  }

  /**
   * Connects a client for the holder of a slot. If the database is unreachable, requests that wait for a
   * slot fail too, since they could not connect either.
   */
  async connect(): Promise<SharedClient> {
    const startedAtMs = performance.now();
    try {
      const client = await this.pool.connect();
      this.#connectedAtMs = performance.now();
      return client as unknown as SharedClient;
    } catch (error) {
      const failure = new DatabaseFailure('UPSTREAM_UNAVAILABLE', error);
      if (this.#connectedAtMs < startedAtMs) this.admission.refuseWaiting(failure);
      throw failure;
    }
  }

  /**
   * The name of the prepared statement for a text, which is parsed and planned once per connection;
   * `undefined` once there are too many.
   */
  nameStatement(text: string): string | undefined {
    const names = this.#statementNames;
    if (!names.has(text) && names.size < this.#maxStatements) names.set(text, `q${names.size}`);
    return names.get(text);
  }
}
