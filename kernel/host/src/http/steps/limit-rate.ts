import { ApiError, type Quota, type QuotaDecision } from '@costplane/plugin-api';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

const windowMs = 60_000;

/**
 * Step 4: the quotas of the key and of the route, with the headers of every authenticated response. A request
 * that was already counted with that of its handler is subject to the second only.
 */
export async function limitRate(
  exchange: Exchange,
  { rateLimits }: PipelineServices,
): Promise<void> {
  const { principal, response, route, caller } = exchange;
  if (!principal) return;
  const { quota } = route.definition;
  const ofKey = { window: `{${principal.keyId}}`, limit: principal.requestsPerMinute, windowMs };
  const met: Quota[] = caller?.isCounted ? [] : [ofKey];
  if (quota) {
    met.push({ window: `${ofKey.window}:${quota.name}`, limit: quota.perMinute, windowMs });
  }
  if (met.length === 0) return;
  const decisions = await rateLimits.take(met);
  const general = caller?.isCounted ? undefined : decisions[0];
  const own = quota && decisions.at(-1);
  if (general) setHeaders(response, general);
  if (general?.allowed === false) throw new ApiError('RATE_LIMITED');
  if (own?.allowed === false) {
    throw new ApiError('RATE_LIMITED', [{ reason: 'per_key_quota_exceeded' }]);
  }
}

function setHeaders(response: Exchange['response'], decision: QuotaDecision): void {
  response.setHeader('X-RateLimit-Limit', decision.limit);
  response.setHeader('X-RateLimit-Remaining', decision.remaining);
  response.setHeader('X-RateLimit-Reset', Math.ceil(decision.resetAtMs / 1000));
}
