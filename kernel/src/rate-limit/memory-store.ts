import { type Clock } from '../container/tokens.ts';
import { SlidingWindow } from './sliding-window.ts';
import { type RateLimitStore } from './store.ts';

const sweepEveryRequests = 10_000;

/** Windows in the memory of one process: enough while one process serves. */
export function createMemoryStore(clock: Clock): RateLimitStore {
  const windows = new Map<string, SlidingWindow>();
  let untilSweep = sweepEveryRequests;

  const forgetIdleWindows = (now: number) => {
    untilSweep = sweepEveryRequests;
    for (const [name, window] of windows) if (window.isIdle(now)) windows.delete(name);
  };

  return {
    take(name, quota) {
      const now = clock.now().getTime();
      untilSweep -= 1;
      if (untilSweep === 0) forgetIdleWindows(now);
      let window = windows.get(name);
      if (!window) windows.set(name, (window = new SlidingWindow(quota.windowMs)));
      return window.take(quota.limit, now);
    },
    close: () => Promise.resolve(),
  };
}
