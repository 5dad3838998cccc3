/** The query of a URL, names and values decoded; `undefined` where one does not decode. */
export function parseQuery(url: string): ReadonlyMap<string, readonly string[]> | undefined {
  const values = new Map<string, string[]>();
  const start = url.indexOf('?');
  if (start === -1) return values;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const separator = pair.indexOf('=');
    const name = decode(separator === -1 ? pair : pair.slice(0, separator));
    const value = separator === -1 ? '' : decode(pair.slice(separator + 1));
    if (name === undefined || value === undefined) return undefined;
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
