import { ApiError } from '../errors/api-error.ts';

/** The query of a URL, names and values decoded; one that does not decode is 400 (decision 3). */
export function parseQuery(url: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  const start = url.indexOf('?');
  if (start === -1) return values;
  for (const pair of url.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const separator = pair.indexOf('=');
    const name = decode(separator === -1 ? pair : pair.slice(0, separator));
    const value = separator === -1 ? '' : decode(pair.slice(separator + 1));
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return values;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new ApiError('BAD_REQUEST', [{ reason: 'invalid_value' }], {
      message: 'The query does not percent-decode.',
    });
  }
}
