import { type Clock, type Quota, type RateLimitStore } from '@costplane/plugin-api';

const sweepEveryRequests = 10_000;
/** Windows without requests for this long, which is longer than any window, are forgotten. */
const idleMs = 3_600_000;

/** Sliding windows in memory, for a single process. */
export function createMemoryStore(clock: Clock): RateLimitStore {
  /** The times of the requests of each window, oldest first. */
  const windows = new Map<string, number[]>();
  let untilSweep = sweepEveryRequests;

  const forgetIdleWindows = (now: number) => {
    untilSweep = sweepEveryRequests;
    for (const [name, times] of windows) {
      if ((times.at(-1) ?? 0) < now - idleMs) windows.delete(name);
    }
  };

  const slide = ({ window, windowMs }: Quota, now: number): number[] => {
    const times = windows.get(window) ?? [];
    windows.set(window, times);
    const kept = times.findIndex((time) => time > now - windowMs);
    if (kept !== 0) times.splice(0, kept === -1 ? Infinity : kept);
    // After the clock was set back, later times would be kept for as long.
    while ((times.at(-1) ?? -Infinity) > now) times.pop();
    return times;
  };

  return {
    take(quotas) {
      const now = clock.now().getTime();
      untilSweep -= 1;
      if (untilSweep === 0) forgetIdleWindows(now);
      const met = quotas.map((quota) => ({ quota, times: slide(quota, now) }));
      const isAllowed = met.every(({ quota: { limit }, times }) => times.length < limit);
      return met.map(({ quota: { limit, windowMs }, times }) => {
        const allowed = times.length < limit;
        if (isAllowed) times.push(now);
        const remaining = Math.max(0, limit - times.length);
        return { allowed, limit, remaining, resetAtMs: (times[0] ?? now) + windowMs };
      });
    },
    isUp: true,
    close: () => Promise.resolve(),
  };
}
