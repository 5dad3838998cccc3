const suspicious = /\\u(?:0000|[dD][89a-fA-F])/;
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\u0000|\\[^]/g;

/**
 * PostgreSQL can store neither NUL nor half of a surrogate pair. They are replaced by U+FFFD in the
 * JSON text, as the agent itself does for characters that it had to cut.
 */
export function replaceUnstorable(json: string): string {
  if (!suspicious.test(json)) return json;
  return json.replace(escapes, (escape) =>
    escape === '\\u0000' || (escape.length === 6 && escape.startsWith('\\u')) ? '\\ufffd' : escape,
  );
}
