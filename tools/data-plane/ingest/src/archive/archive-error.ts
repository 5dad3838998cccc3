/** An error that an operator can cause and fix; its message is one line that says how. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
