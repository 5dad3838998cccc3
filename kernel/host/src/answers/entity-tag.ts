import { hash } from 'node:crypto';

/** Of 256 bits as many as no two answers have in common. */
const digestLength = 22;
const tagsInHeader = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** Names an answer by what it is made of. */
export const digest = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('\n'), 'base64url').slice(0, digestLength);

/**
 * The `ETag` of an answer: its name, and until when it holds whatever the data, so that any process
 * can tell. It is weak, since `meta` is of the request.
 */
export const formatTag = (name: string, holdsUntilMs: number): string =>
  `W/"${name}${holdsUntilMs === Infinity ? '' : holdsUntilMs.toString(36)}"`;

/** The tag among those of `If-None-Match` that names the answer and still holds. */
export function findCurrentTag(header = '', name: string, now: Date): string | undefined {
  for (const [, tag = ''] of header.matchAll(tagsInHeader)) {
    if (!tag.startsWith(name)) continue;
    const until = tag.slice(digestLength);
    if (until === '' || Number.parseInt(until, 36) >= now.getTime()) return `W/"${tag}"`;
  }
  return undefined;
}

/** `If-None-Match: *`: whatever the answer is. */
export const matchesAny = (header = ''): boolean => header.trim() === '*';
