import { type IncomingMessage } from 'node:http';
import { monotonicFactory } from 'ulid';

const clientRequestId = /^[A-Za-z0-9_-]{8,64}$/;
const nextUlid = monotonicFactory();

/** The id that names a request: the client's own when it has the right form (decision 12). */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && clientRequestId.test(given) ? given : `req_${nextUlid()}`;
}
