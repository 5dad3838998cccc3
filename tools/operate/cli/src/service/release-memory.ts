import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const checkEveryMs = 1_000;
/** Share of the time in which the event loop works; 1 is all of it. */
const maxIdleUtilization = 0.1;

/**
 * Returns the memory that only the start needed to the system, once the process has nothing to do. By
 * itself V8 keeps the young generation as large as the start made it, over 30 MiB, because without
 * allocations it collects nothing. A process that is busy from the beginning needs that size.
 */
export function releaseMemoryWhenIdle(): void {
  let last = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    if (utilization > maxIdleUtilization) return;
    clearInterval(timer);
    collectGarbage();
  }, checkEveryMs).unref();
}

/** Collects all garbage, as V8 does before it runs out of memory; only then it also shrinks the heap. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
