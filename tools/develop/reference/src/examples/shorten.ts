const maxRows = 2;
const maxLines = 6;

/** Shortens an example: two entries of each list, and the first lines of a text. */
export function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.split('\n').slice(0, maxLines).join('\n');
  if (Array.isArray(value)) return value.slice(0, maxRows).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  const { openapi, info } = value as { openapi?: string; info?: unknown };
  if (openapi !== undefined) return { openapi, info };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shorten(inner)]));
}
