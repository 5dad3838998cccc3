/** The query of a URL, names and values decoded; `undefined` where one does not decode. */
export function parseQuery(url: string): URLSearchParams | undefined {
  const [query = ''] = /\?.*/s.exec(url) ?? [];
  return isDecodable(query) ? new URLSearchParams(query) : undefined;
}

/** `URLSearchParams` would put U+FFFD in the place of what does not decode. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
