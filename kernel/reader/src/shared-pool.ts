import { type Pool, type PoolClient } from 'pg';
import { type AdmissionControl } from './admission-control.ts';
import { onUnreachable } from './silent-connections.ts';
import { type StatementNames } from './statement-names.ts';
import { ConnectionFailure } from './unavailable.ts';

export interface SharedPoolOptions {
  readonly admission: AdmissionControl;
  /** What a failure of this database means. */
  readonly explain: (failure: unknown) => Error;
  readonly statements: StatementNames;
}

/** Connections that organizations share: as many as admission control has slots. */
export class SharedPool {
  readonly pool: Pool;
  readonly admission: AdmissionControl;
  readonly explain: (failure: unknown) => Error;
  readonly statements: StatementNames;
  #connectedAtMs = 0;

  constructor(pool: Pool, { admission, explain, statements }: SharedPoolOptions) {
    this.pool = pool;
    this.admission = admission;
    this.explain = explain;
    this.statements = statements;
    onUnreachable(pool, () => {
      admission.refuseWaiting(explain(new ConnectionFailure(new Error('the server is silent'))));
    });
  }

  /**
   * A client for who has a slot. Where the database cannot be reached, those who wait for a slot are
   * told so as well: they would find the same.
   */
  async connect(): Promise<PoolClient> {
    const startedAtMs = performance.now();
    try {
      const client = await this.pool.connect();
      this.#connectedAtMs = performance.now();
      return client;
    } catch (error) {
      const failure = this.explain(new ConnectionFailure(error));
      if (this.#connectedAtMs < startedAtMs) this.admission.refuseWaiting(failure);
      throw failure;
    }
  }
}
