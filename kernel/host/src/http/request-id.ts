import { type IncomingMessage } from 'node:http';
import { monotonicFactory } from 'ulid';
import { looksLikeCredential } from '../auth/credential.ts';

const clientRequestId = /^[A-Za-z0-9_-]{8,64}$/;
const nextUlid = monotonicFactory();

/**
 * The id that names a request: the client's own when it has the right form (decision 12). It is
 * logged and sent back, so that one that looks like a key or a token is replaced.
 */
export function readRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  const isUsable =
    typeof given === 'string' && clientRequestId.test(given) && !looksLikeCredential(given);
  return isUsable ? given : `req_${nextUlid()}`;
}
