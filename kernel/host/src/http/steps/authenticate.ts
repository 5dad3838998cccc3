import { type IncomingMessage } from 'node:http';
import { ApiError } from '@costplane/plugin-api';
import { isOpen } from '@costplane/plugin-api/internal';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

const bearer = /^Bearer +(\S+) *$/i;

/**
 * Step 3: the key names who asks; without a valid one, 401; with two, 400. Open routes pass, and
 * what a handler sends is of the caller of its own route.
 */
export async function authenticate(exchange: Exchange, { keys }: PipelineServices): Promise<void> {
  if (isOpen(exchange.route.definition)) return;
  if ((exchange.request.headersDistinct.authorization?.length ?? 0) > 1) {
    throw new ApiError('BAD_REQUEST', [{ field: 'Authorization', reason: 'invalid_value' }], {
      message: 'The header Authorization is given more than once.',
    });
  }
  const key = readBearerKey(exchange.request);
  const { caller } = exchange;
  const principal = caller ? caller.principal : key && (await keys.find(key));
  if (!principal) {
    throw new ApiError('UNAUTHORIZED', [], { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  exchange.principal = principal;
}

/** The key that a request carries, valid or not. */
export const readBearerKey = ({ headers }: IncomingMessage): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1];
