/** An error that the user can cause and fix. Its message is one line that says how. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
