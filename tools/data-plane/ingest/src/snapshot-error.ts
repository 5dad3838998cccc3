/**
 * `unreadable`: incomplete, or not JSON; `too_large`: exceeds the limits; `no_snapshot`: JSON, but
 * not an agent's snapshot; `future_timestamp`, `old_timestamp`: from a wrong clock.
 */
export type SnapshotFlaw =
  'unreadable' | 'too_large' | 'no_snapshot' | 'future_timestamp' | 'old_timestamp';

/** A snapshot that cannot be ingested; the message is one line that says where and why. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
  readonly flaw: SnapshotFlaw;

  constructor(
    message: string,
    { flaw = 'unreadable', cause }: { flaw?: SnapshotFlaw; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.flaw = flaw;
  }
}
