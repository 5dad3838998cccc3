import { SnapshotError } from './snapshot-error.ts';
import { type Snapshot } from './snapshot-schema.ts';

/** Maximum lead of a snapshot: one from the future would block those before it. */
const maxAheadMs = 5 * 60_000;

/**
 * Checks the time of a snapshot against the clock of this machine (decision 50).
 *
 * @throws {SnapshotError} if it is more than five minutes ahead
 */
export function checkClock({ timestamp }: Pick<Snapshot, 'timestamp'>): void {
  const aheadMs = timestamp - Date.now();
  if (aheadMs <= maxAheadMs) return;
  const seconds = Math.round(aheadMs / 1000);
  throw new SnapshotError(
    `timestamp is ${seconds} seconds in the future (${new Date(timestamp).toISOString()}), and at most ${maxAheadMs / 1000} are accepted; correct the clock of the cluster`,
    { flaw: 'future_timestamp' },
  );
}

/** Maximum age of a report. Each older month would need partitions, which all organizations share. */
const maxAgeMs = 2 * 366 * 86_400_000;

/**
 * Checks that an agent's report is not from a clock that was never set.
 *
 * @throws {SnapshotError} if it is more than two years old
 */
export function checkAge({ timestamp }: Pick<Snapshot, 'timestamp'>): void {
  if (Date.now() - timestamp <= maxAgeMs) return;
  throw new SnapshotError(
    `timestamp is more than two years ago (${new Date(timestamp).toISOString()}); correct the clock of the cluster`,
    { flaw: 'old_timestamp' },
  );
}
