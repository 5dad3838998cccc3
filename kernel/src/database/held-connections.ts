import { type PoolClient } from 'pg';
import { giveUp } from './give-up.ts';

/** Knows the connections that somebody holds. */
export interface Holder {
  /** It may hold no more. */
  readonly isOver: boolean;
  add(client: PoolClient): void;
  delete(client: PoolClient): void;
}

/** The connections that the handler of one request holds, until it has ended. */
export class HeldConnections implements Holder {
  readonly #clients = new Set<PoolClient>();
  #isOver = false;

  get isOver(): boolean {
    return this.#isOver;
  }

  add(client: PoolClient): void {
    this.#clients.add(client);
  }

  delete(client: PoolClient): void {
    this.#clients.delete(client);
  }

  /** Gives up what is held, with what runs on it. Returns how many connections that were. */
  end(): number {
    this.#isOver = true;
    const count = this.#clients.size;
    for (const client of this.#clients) giveUp(client);
    this.#clients.clear();
    return count;
  }
}

/** Those of every handler that had asked for no database by its end. */
export const heldByEnded = new HeldConnections();
heldByEnded.end();

/** The kernel's own statements give back what they hold. */
export const heldByKernel: Holder = {
  isOver: false,
  add: () => undefined,
  delete: () => undefined,
};

export const requestIsOver = () =>
  new Error('the request is over: its handler may ask the database no more');
