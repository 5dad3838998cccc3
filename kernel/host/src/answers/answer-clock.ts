import { type RequestClock } from '@costplane/plugin-api';

const dayMs = 86_400_000;

/** The time of one request; records how long the response is valid. */
export class AnswerClock implements RequestClock {
  readonly #now: Date;
  #holdsUntilMs = Infinity;

  constructor(now: Date) {
    this.#now = now;
  }

  /** The exact time; a response that depends on it cannot be cached. */
  get now(): Date {
    this.holdUntil(-Infinity);
    return this.#now;
  }

  /** Last millisecond at which the response is valid; `Infinity` if it does not depend on time. */
  get holdsUntilMs(): number {
    return this.#holdsUntilMs;
  }

  hasPassed(instant: Date): boolean {
    const hasPassed = instant < this.#now;
    if (!hasPassed) this.holdUntil(instant.getTime());
    return hasPassed;
  }

  startOfDay(): Date {
    const days = Math.floor(this.#now.getTime() / dayMs);
    this.holdUntil((days + 1) * dayMs - 1);
    return new Date(days * dayMs);
  }

  /** Limits the validity of the response. */
  holdFor(ms: number): void {
    this.holdUntil(this.#now.getTime() + ms);
  }

  holdUntil(instantMs: number): void {
    this.#holdsUntilMs = Math.min(this.#holdsUntilMs, instantMs);
  }
}
