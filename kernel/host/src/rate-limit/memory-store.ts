import {
  type Clock,
  type Quota,
  type QuotaDecision,
  type RateLimitStore,
} from '@costplane/plugin-api';

const sweepEveryRequests = 10_000;

/** Windows in memory, for a single process. */
export function createMemoryStore(clock: Clock): RateLimitStore {
  const windows = new Map<string, SlidingWindow>();
  let untilSweep = sweepEveryRequests;

  const forgetIdleWindows = (now: number) => {
    untilSweep = sweepEveryRequests;
    for (const [name, window] of windows) if (window.isIdle(now)) windows.delete(name);
  };

  const openWindow = ({ window: name, windowMs }: Quota): SlidingWindow => {
    let window = windows.get(name);
    if (!window) windows.set(name, (window = new SlidingWindow(windowMs)));
    return window;
  };

  return {
    take(quotas) {
      const now = clock.now().getTime();
      untilSweep -= 1;
      if (untilSweep === 0) forgetIdleWindows(now);
      const met = quotas.map((quota) => ({ limit: quota.limit, window: openWindow(quota) }));
      const isAllowed = met.every(({ limit, window }) => window.hasRoom(limit, now));
      return met.map(({ limit, window }) => window.take(limit, now, isAllowed));
    },
    isUp: true,
    close: () => Promise.resolve(),
  };
}

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
    const kept = this.#times.findIndex((time) => time > now - this.#windowMs);
    if (kept !== 0) this.#times.splice(0, kept === -1 ? Infinity : kept);
    // After the clock was set back, later times would be kept for as long.
    while ((this.#times.at(-1) ?? -Infinity) > now) this.#times.pop();
  }
}
