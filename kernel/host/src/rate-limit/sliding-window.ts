import { type QuotaDecision } from '@costplane/plugin-api';

const initialCapacity = 16;

/** The times of the requests of the last window, oldest first, in a ring that grows as needed. */
export class SlidingWindow {
  readonly #windowMs: number;
  #times = new Float64Array(initialCapacity);
  #oldest = 0;
  #size = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  hasRoom(limit: number, now: number): boolean {
    this.#dropBefore(now - this.#windowMs);
    return this.#size < limit;
  }

  /** Counts a request at `now` if the window still has room for it. */
  take(limit: number, now: number): QuotaDecision {
    const allowed = this.hasRoom(limit, now);
    if (allowed) this.#push(now);
    return this.#describe(allowed, limit, now);
  }

  /** What `take` would decide, without counting a request. */
  look(limit: number, now: number): QuotaDecision {
    return this.#describe(this.hasRoom(limit, now), limit, now);
  }

  #describe(allowed: boolean, limit: number, now: number): QuotaDecision {
    const oldest = this.#size > 0 ? this.#at(0) : now;
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - this.#size),
      resetAtMs: oldest + this.#windowMs,
    };
  }

  isIdle(now: number): boolean {
    this.#dropBefore(now - this.#windowMs);
    return this.#size === 0;
  }

  #at(index: number): number {
    return this.#times[(this.#oldest + index) % this.#times.length] ?? 0;
  }

  #dropBefore(cutoff: number): void {
    while (this.#size > 0 && this.#at(0) <= cutoff) {
      this.#oldest = (this.#oldest + 1) % this.#times.length;
      this.#size -= 1;
    }
  }

  #push(time: number): void {
    if (this.#size === this.#times.length) this.#grow();
    this.#times[(this.#oldest + this.#size) % this.#times.length] = time;
    this.#size += 1;
  }

  #grow(): void {
    const grown = new Float64Array(this.#times.length * 2);
    for (let index = 0; index < this.#size; index += 1) grown[index] = this.#at(index);
    this.#times = grown;
    this.#oldest = 0;
  }
}
