import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import { type Kysely, type RawBuilder } from 'kysely';

const bounds = { answerWithinMs: 5_000, closeWithinMs: 1_500 };
/** At most as many as the pool has connections: each query has its own. */
const maxConcurrentLookups = 10;

interface Waiting {
  readonly ask: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Short database queries, each answered or failed within seconds. Connections to an unresponsive
 * server are destroyed, so that the next query opens new ones. Queries that wait for a connection
 * fail only if no other query is answered.
 */
export class Lookups {
  readonly #databaseUrl: string;
  readonly #bounds: typeof bounds;
  readonly #waiting: Waiting[] = [];
  #asked = 0;
  #answeredAt = 0;
  #db: Kysely<Warehouse>;

  constructor(databaseUrl: string, { answerWithinMs, closeWithinMs } = bounds) {
    this.#databaseUrl = databaseUrl;
    this.#bounds = { answerWithinMs, closeWithinMs };
    this.#db = openWarehouse(databaseUrl, 'ingest');
  }

  async rows<Row>(question: RawBuilder<unknown>): Promise<Row[]> {
    if (this.#asked >= maxConcurrentLookups) await this.#turn();
    else this.#asked += 1;
    try {
      return (await this.#ask(question)) as Row[];
    } finally {
      const next = this.#waiting.shift();
      if (next) next.ask();
      else this.#asked -= 1;
    }
  }

  /** Closes the connections; those to an unresponsive server are left until the process ends. */
  async close(): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(resolve, this.#bounds.closeWithinMs, undefined);
    await Promise.race([this.#db.destroy(), enough]);
    clearTimeout(timer);
  }

  /** Waits until another query hands over its slot. */
  #turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const ask = () => {
      resolve(undefined);
    };
    this.#waiting.push({ ask, reject });
    return promise;
  }

  async #ask(question: RawBuilder<unknown>): Promise<unknown[]> {
    const db = this.#db;
    const askedAt = performance.now();
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#giveUp(db, askedAt);
      reject(silent());
    }, this.#bounds.answerWithinMs);
    try {
      const { rows } = await Promise.race([question.execute(db), late]);
      this.#answeredAt = performance.now();
      return rows;
    } finally {
      clearTimeout(timer);
    }
  }

  #giveUp(db: Kysely<Warehouse>, askedAt: number): void {
    if (this.#answeredAt < askedAt) {
      for (const { reject } of this.#waiting.splice(0)) reject(silent());
    }
    if (db !== this.#db) return;
    this.#db = openWarehouse(this.#databaseUrl, 'ingest');
    db.destroy().catch(() => undefined);
  }
}

const silent = () =>
  Object.assign(new Error('The database does not respond'), { code: 'ETIMEDOUT' });
