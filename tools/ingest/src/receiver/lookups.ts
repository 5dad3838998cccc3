import { openWarehouse, type Warehouse } from '@costplane/warehouse';
import type { Kysely, RawBuilder } from 'kysely';

const answerWithinMs = 5_000;

/**
 * Short questions to the database, each answered within seconds or not at all. Connections to a
 * server that has gone silent are given up, so that the next question makes new ones.
 */
export class Lookups {
  readonly #databaseUrl: string;
  #db: Kysely<Warehouse>;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
    this.#db = openWarehouse(databaseUrl, 'ingest');
  }

  async rows<Row>(question: RawBuilder<unknown>): Promise<Row[]> {
    const db = this.#db;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      this.#giveUp(db);
      reject(Object.assign(new Error('The database is silent'), { code: 'ETIMEDOUT' }));
    }, answerWithinMs);
    try {
      const { rows } = await Promise.race([question.execute(db), late]);
      return rows as Row[];
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  #giveUp(db: Kysely<Warehouse>): void {
    if (db !== this.#db) return;
    this.#db = openWarehouse(this.#databaseUrl, 'ingest');
    db.destroy().catch(() => undefined);
  }
}
