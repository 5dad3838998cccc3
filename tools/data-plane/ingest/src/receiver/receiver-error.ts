/** Why the receiver does not start, in one line that says how to mend it. */
export class ReceiverError extends Error {
  override readonly name = 'ReceiverError';
}
