import { type Pool, type PoolClient } from 'pg';
import { type AdmissionControl } from './admission-control.ts';
import { ConnectionFailure } from './database-failure.ts';
import { onUnreachable, type WatchedClient } from './silent-connections.ts';

export type SharedClient = PoolClient & WatchedClient;

/** The prepared statement's name for a text; `undefined` once there are too many. */
export type StatementNames = (text: string) => string | undefined;

/** Named statements are parsed and planned once per connection. */
export function createStatementNames(prefix: string, most: number): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known;
    const name = `${prefix}${names.size}`;
    names.set(text, name);
    return name;
  };
}

export interface SharedPoolOptions {
  readonly admission: AdmissionControl;
  /** Maps failures of this database to errors. */
  readonly explain: (failure: unknown) => Error;
  readonly statements: StatementNames;
}

/** Connections that organizations share; admission control has a slot for each. */
export class SharedPool {
  readonly pool: Pool;
  readonly admission: AdmissionControl;
  readonly explain: SharedPoolOptions['explain'];
  readonly statements: StatementNames;
  #connectedAtMs = 0;

  constructor(pool: Pool, { admission, explain, statements }: SharedPoolOptions) {
    this.pool = pool;
    this.admission = admission;
    this.explain = explain;
    this.statements = statements;
    onUnreachable(pool, () =>
      admission.refuseWaiting(explain(new ConnectionFailure('the server is silent'))),
    );
  }

  /**
   * Connects a client for the holder of a slot. If the database is unreachable, requests that wait for a
   * slot fail too, since they would find the same.
   */
  async connect(): Promise<SharedClient> {
    const startedAtMs = performance.now();
    try {
      const client = await this.pool.connect();
      this.#connectedAtMs = performance.now();
      return client as unknown as SharedClient;
    } catch (error) {
      const failure = this.explain(new ConnectionFailure(error));
      if (this.#connectedAtMs < startedAtMs) this.admission.refuseWaiting(failure);
      throw failure;
    }
  }
}
