import { settleWithin } from '../errors/settle-within.ts';

/** Concurrent queries for credentials that were never valid; others find a connection meanwhile. */
const maxRunning = 2;
/** How many more may wait, and how long: after a restart, no credential is known yet. */
const maxWaiting = 2_000;
const maxWaitMs = 2_000;

/** Limits concurrent queries on a database. */
export class Turns {
  #running = 0;
  /** Starts each query that waits, in order. */
  readonly #waiting = new Set<() => void>();

  /** @param tooMany the error if too many queries wait, or this one waits too long */
  async take<Result>(query: () => Promise<Result>, tooMany: () => Error): Promise<Result> {
    if (this.#running < maxRunning) this.#running += 1;
    else await this.#wait(tooMany);
    try {
      return await query();
    } finally {
      const [next] = this.#waiting;
      if (next) next();
      else this.#running -= 1;
    }
  }

  /** Waits until another query hands over its turn. */
  async #wait(tooMany: () => Error): Promise<void> {
    if (this.#waiting.size >= maxWaiting) throw tooMany();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const start = () => {
      this.#waiting.delete(start);
      resolve(undefined);
    };
    this.#waiting.add(start);
    await settleWithin(maxWaitMs, promise, () => {
      this.#waiting.delete(start);
      throw tooMany();
    });
  }
}
