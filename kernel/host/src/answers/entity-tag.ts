import { hash } from 'node:crypto';

/** Of 256 bits as many as no two answers have in common. */
const digestLength = 22;
const tagsInHeader = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** Names an answer by the digest of what it is made of. */
export const digestAnswer = (identity: string, version: string): string =>
  hash('sha256', `${version}\n${identity}`, 'base64url').slice(0, digestLength);

/**
 * The `ETag` of an answer: its digest, and until when it holds whatever the data, so that any process
 * can tell. It is weak, since `meta` is of the request.
 */
export const formatTag = (digest: string, holdsUntilMs: number): string =>
  `W/"${digest}${holdsUntilMs === Infinity ? '' : holdsUntilMs.toString(36)}"`;

/** The tag among those of `If-None-Match` that names the answer and still holds. */
export function findCurrentTag(header = '', digest: string, now: Date): string | undefined {
  for (const [, tag = ''] of header.matchAll(tagsInHeader)) {
    if (!tag.startsWith(digest)) continue;
    const until = tag.slice(digestLength);
    if (until === '' || Number.parseInt(until, 36) >= now.getTime()) return `W/"${tag}"`;
  }
  return undefined;
}

/** `If-None-Match: *`: whatever the answer is. */
export const matchesAny = (header = ''): boolean => header.trim() === '*';
