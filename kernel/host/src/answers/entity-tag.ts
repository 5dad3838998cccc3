import { hash } from 'node:crypto';

/** Characters of a SHA-256 that suffice to avoid collisions. */
const digestLength = 22;
const tagsInHeader = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

/** Identifies a response by everything that it depends on. */
export const digest = (...parts: readonly string[]): string =>
  hash('sha256', parts.join('\n'), 'base64url').slice(0, digestLength);

/**
 * The `ETag` of a response: its identity, and the time until which it is valid, so that any process can
 * check it. It is weak, since `meta` differs per request.
 */
export const formatTag = (name: string, holdsUntilMs: number): string =>
  `W/"${name}${holdsUntilMs === Infinity ? '' : holdsUntilMs.toString(36)}"`;

/** The tag in `If-None-Match` that identifies the response and is still valid. */
export function findCurrentTag(header = '', name: string, now: Date): string | undefined {
  for (const [, tag = ''] of header.matchAll(tagsInHeader)) {
    if (!tag.startsWith(name)) continue;
    const until = tag.slice(digestLength);
    if (until === '' || Number.parseInt(until, 36) >= now.getTime()) return `W/"${tag}"`;
  }
  return undefined;
}
