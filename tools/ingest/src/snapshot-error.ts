/** A snapshot that cannot be taken in; the message is one line that says where and why. */
export class SnapshotError extends Error {
  override name = 'SnapshotError';
}
