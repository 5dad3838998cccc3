import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A hook of tests that compare tables before and after reports: the hourly commands of the receiver change
 * them, too.
 */
export async function leaveFullHour(this: Mocha.Context): Promise<void> {
  this.timeout(0);
  const leftMs = 3_600_000 - (Date.now() % 3_600_000);
  if (leftMs < 180_000) await sleep(leftMs);
}
