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

  /** Counts a request at `now` if the window still has room for it. */
  take(limit: number, now: number): QuotaDecision {
    const allowed = this.hasRoom(limit, now);
    if (allowed) this.#times.push(now);
    return this.#describe(allowed, limit, now);
  }

  /** What `take` would decide, without counting a request. */
  look(limit: number, now: number): QuotaDecision {
    return this.#describe(this.hasRoom(limit, now), limit, now);
  }

  isIdle(now: number): boolean {
    this.#dropExpired(now);
    return this.#times.length === 0;
  }

  #describe(allowed: boolean, limit: number, now: number): QuotaDecision {
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - this.#times.length),
      resetAtMs: (this.#times[0] ?? now) + this.#windowMs,
    };
  }

  #dropExpired(now: number): void {
    while ((this.#times[0] ?? Infinity) <= now - this.#windowMs) this.#times.shift();
  }
}
