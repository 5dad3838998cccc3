import { randomFillSync } from 'node:crypto';
import { type IncomingMessage } from 'node:http';
import { monotonicFactory } from 'ulid';
import { looksLikeCredential } from '../auth/credential.ts';

const clientRequestId = /^[A-Za-z0-9_-]{8,64}$/;
const nextUlid = monotonicFactory(drawFraction);

/** Random bytes in advance: drawing each digit of an id separately costs more than everything else. */
const drawn = new Uint8Array(4096);
let left = 0;

/** At least 0 and less than 1. */
function drawFraction(): number {
  if (left === 0) left = randomFillSync(drawn).length;
  left -= 1;
  return (drawn[left] ?? 0) / 256;
}

/**
 * The id of a request: the client's own if it is well-formed (decision 12). Ids that look like a key or a
 * token are replaced, because ids are logged and returned.
 */
export function readRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  const isUsable =
    typeof given === 'string' && clientRequestId.test(given) && !looksLikeCredential(given);
  // As one piece for `JSON.stringify`, unlike a template.
  return isUsable ? given : ['req_', nextUlid()].join('');
}
