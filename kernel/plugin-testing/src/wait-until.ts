import { setTimeout as sleep } from 'node:timers/promises';

const withinMs = 10_000;

/** Waits until something is so, at most 10 seconds, else fails with what it was waiting for. */
export async function waitUntil(
  isSo: () => boolean | Promise<boolean>,
  what = 'the condition',
): Promise<void> {
  for (const startedAt = performance.now(); performance.now() - startedAt < withinMs;) {
    if (await isSo()) return;
    await sleep(20);
  }
  throw new Error(`timed out after ${withinMs / 1000} s waiting for ${what}`);
}
