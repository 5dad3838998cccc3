import { type QuotaDecision } from '@costplane/plugin-api';

/** The times of the requests of the last window, oldest first. */
export class SlidingWindow {
  readonly #windowMs: number;
  readonly #times: number[] = [];

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  hasRoom(limit: number, now: number): boolean {
    this.#dropExpired(now);
    return this.#times.length < limit;
  }

  /** The decision for a request at `now`, which is counted if it is allowed and `isCounted`. */
  take(limit: number, now: number, isCounted = true): QuotaDecision {
    const allowed = this.hasRoom(limit, now);
    if (allowed && isCounted) this.#times.push(now);
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - this.#times.length),
      resetAtMs: (this.#times[0] ?? now) + this.#windowMs,
    };
  }

  isIdle(now: number): boolean {
    this.#dropExpired(now);
    return this.#times.length === 0;
  }

  #dropExpired(now: number): void {
    while ((this.#times[0] ?? Infinity) <= now - this.#windowMs) this.#times.shift();
  }
}
