import { type RequestClock } from '@costplane/plugin-api';

const dayMs = 86_400_000;

/** The time of one request, which finds out how long its answer holds. */
export class AnswerClock implements RequestClock {
  readonly #now: Date;
  #holdsUntilMs = Infinity;

  constructor(now: Date) {
    this.#now = now;
  }

  /** The time itself: what is made from it holds no longer. */
  get now(): Date {
    this.holdUntil(-Infinity);
    return this.#now;
  }

  /** The last millisecond at which the answer is the same; `Infinity`: the clock has no part in it. */
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

  /** The answer holds for some time at most, whatever else is asked. */
  holdFor(ms: number): void {
    this.holdUntil(this.#now.getTime() + ms);
  }

  holdUntil(instantMs: number): void {
    this.#holdsUntilMs = Math.min(this.#holdsUntilMs, instantMs);
  }
}
