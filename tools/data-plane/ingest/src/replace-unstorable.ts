const suspicious = /\\u(?:0000|[dD][89a-fA-F])/;
const escapes = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u[dD][89a-fA-F]..|\\u0000|\\[^]/g;

/**
 * PostgreSQL stores neither NUL nor half a surrogate pair. Where the JSON text has one it becomes
 * U+FFFD, as the agent itself does with a character that it had to cut.
 */
export function replaceUnstorable(json: string): string {
  if (!suspicious.test(json)) return json;
  return json.replace(escapes, (escape) =>
    escape === '\\u0000' || (escape.length === 6 && escape.startsWith('\\u')) ? '\\ufffd' : escape,
  );
}
