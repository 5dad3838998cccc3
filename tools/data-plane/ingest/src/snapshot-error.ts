/**
 * `unreadable`: not whole, or not JSON; `too_large`: more than is accepted; `no_snapshot`: JSON, but
 * not what an agent sends; `future_timestamp`: of a clock that is wrong.
 */
export type SnapshotFlaw = 'unreadable' | 'too_large' | 'no_snapshot' | 'future_timestamp';

/** A snapshot that cannot be taken in; the message is one line that says where and why. */
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
