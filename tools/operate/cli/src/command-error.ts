/** An error that the user can cause and fix. Its message says how, in one line or one per problem. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
