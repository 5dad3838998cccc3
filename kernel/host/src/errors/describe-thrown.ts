/**
 * Describes a thrown value in one line. A plugin may throw anything: `undefined`, a value without a text, an
 * error whose message cannot be read.
 */
export function describeThrown(thrown: unknown): string {
  try {
    const text: unknown = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
    const [line = ''] = String(text).split('\n', 1);
    return line === '' ? `something without a message (${typeof thrown})` : line;
  } catch {
    return `something that has no text (${typeof thrown})`;
  }
}
