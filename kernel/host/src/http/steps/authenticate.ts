import { type IncomingMessage } from 'node:http';
import { ApiError, type Route } from '@costplane/plugin-api';
import { isOpen } from '@costplane/plugin-api/internal';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

const bearer = /^Bearer +(\S+) *$/i;
const basic = /^Basic +([\w+/=-]+) *$/i;

/**
 * Step 3: the key identifies the caller; without a valid one 401, with two 400. Open routes need none.
 * Requests sent by a handler have the caller of its own route.
 */
export async function authenticate(exchange: Exchange, { keys }: PipelineServices): Promise<void> {
  if (isOpen(exchange.route.definition)) return;
  if ((exchange.request.headersDistinct.authorization?.length ?? 0) > 1) {
    throw new ApiError('BAD_REQUEST', [{ field: 'Authorization', reason: 'invalid_value' }], {
      message: 'The header Authorization is given more than once.',
    });
  }
  const { caller, route } = exchange;
  const key = readKey(exchange.request, route.definition);
  const principal = caller ? caller.principal : key && (await keys.find(key));
  if (!principal) {
    const challenge = route.definition.acceptsBasic ? 'Bearer, Basic realm="costplane"' : 'Bearer';
    throw new ApiError('UNAUTHORIZED', [], { headers: { 'WWW-Authenticate': challenge } });
  }
  exchange.principal = principal;
}

/** The key of a request, valid or not; as a password only if the route accepts it. */
export function readKey({ headers }: IncomingMessage, route?: Route): string | undefined {
  const { authorization = '' } = headers;
  const encoded = route?.acceptsBasic ? basic.exec(authorization)?.[1] : undefined;
  if (encoded === undefined) return bearer.exec(authorization)?.[1];
  const [, password] = /^[^:]*:(.+)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  return password;
}
