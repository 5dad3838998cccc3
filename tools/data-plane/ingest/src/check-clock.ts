import { SnapshotError } from './snapshot-error.ts';
import { type Snapshot } from './snapshot-schema.ts';

/** How far a snapshot may be ahead: one of the future would keep out what comes until then. */
const mostAheadMs = 5 * 60_000;

/**
 * Checks a snapshot against the clock of this machine (decision 50).
 *
 * @throws {SnapshotError} if it is more than five minutes ahead
 */
export function checkClock({ timestamp }: Pick<Snapshot, 'timestamp'>): void {
  const aheadMs = timestamp - Date.now();
  if (aheadMs <= mostAheadMs) return;
  const seconds = Math.round(aheadMs / 1000);
  throw new SnapshotError(
    `timestamp is ${seconds} seconds in the future (${new Date(timestamp).toISOString()}), and at most ${mostAheadMs / 1000} are accepted; correct the clock of the cluster`,
    { flaw: 'future_timestamp' },
  );
}
