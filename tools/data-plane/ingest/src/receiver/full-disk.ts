import { Refusal } from './refusal.ts';

/** The reason of a report that is refused because the database's disk is full. */
export const databaseFull = 'database_full';

/**
 * Who is not ready may be sent no more reports, which alone show that there is space again: after
 * this time without another refusal it counts as ready.
 */
const notReadyMs = 60_000;

/** Whether reports are refused because the database's disk is full. */
export class FullDisk {
  readonly #now: () => number;
  #until = 0;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  get isFull(): boolean {
    return this.#now() < this.#until;
  }

  stored(): void {
    this.#until = 0;
  }

  failed(error: unknown): void {
    if (error instanceof Refusal && error.reason === databaseFull) {
      this.#until = this.#now() + notReadyMs;
    }
  }
}
