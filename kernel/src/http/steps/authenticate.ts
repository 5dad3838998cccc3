import { type IncomingMessage } from 'node:http';
import { isApiKey } from '../../auth/api-key.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

const bearer = /^Bearer +(\S+) *$/i;

/** Step 3: the key names who asks; without a valid one, 401. Open routes pass. */
export async function authenticate(exchange: Exchange, { keys }: PipelineServices): Promise<void> {
  if (typeof exchange.route.definition.scope !== 'string') return;
  const key = bearerKeyOf(exchange.request);
  const principal = key !== undefined && isApiKey(key) ? await keys.find(key) : undefined;
  if (!principal) {
    throw new ApiError('UNAUTHORIZED', [], { headers: { 'WWW-Authenticate': 'Bearer' } });
  }
  exchange.principal = principal;
}

/** The key that a request carries, valid or not. */
export const bearerKeyOf = ({ headers }: IncomingMessage): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1];
