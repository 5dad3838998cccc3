/** The reason why the receiver does not start, in one line that says how to fix it. */
export class ReceiverError extends Error {
  override readonly name = 'ReceiverError';
}
