import { type Clock, type Quota, type RateLimitStore } from '@costplane/plugin-api';
import { SlidingWindow } from './sliding-window.ts';

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
