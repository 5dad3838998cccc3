import { ApiError } from '../../errors/api-error.ts';
import { type QuotaDecision } from '../../rate-limit/store.ts';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

const windowMs = 60_000;

/** Step 4: the key's quota and the route's own, with the headers of every authenticated response. */
export async function limitRate(
  exchange: Exchange,
  { rateLimits }: PipelineServices,
): Promise<void> {
  const { principal, response, route } = exchange;
  if (!principal) return;
  const decision = await rateLimits.take(principal.keyId, {
    limit: principal.requestsPerMinute,
    windowMs,
  });
  setHeaders(response, decision);
  if (!decision.allowed) throw new ApiError('RATE_LIMITED');

  const { quota } = route.definition;
  if (!quota) return;
  const own = await rateLimits.take(`${principal.keyId}:${quota.name}`, {
    limit: quota.perMinute,
    windowMs,
  });
  if (!own.allowed) throw new ApiError('RATE_LIMITED', [{ reason: 'per_key_quota_exceeded' }]);
}

function setHeaders(response: Exchange['response'], decision: QuotaDecision): void {
  response.setHeader('X-RateLimit-Limit', decision.limit);
  response.setHeader('X-RateLimit-Remaining', decision.remaining);
  response.setHeader('X-RateLimit-Reset', Math.ceil(decision.resetAtMs / 1000));
}
