import { Refusal } from './refusal.ts';

/** Reason of a report that is refused because the database disk is full. */
export const databaseFull = 'database_full';

/**
 * A receiver that is not ready may get no reports, which alone show that there is space again:
 * after this time without a refusal it counts as ready.
 */
const notReadyMs = 60_000;

/** Whether reports are being refused because the database disk is full. */
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
