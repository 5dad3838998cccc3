import { ApiError, type QuotaDecision } from '@costplane/plugin-api';
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
  const { quota } = route.definition;
  const [general, own] = await rateLimits.take([
    { window: `{${principal.keyId}}`, limit: principal.requestsPerMinute, windowMs },
    ...(quota
      ? [{ window: `{${principal.keyId}}:${quota.name}`, limit: quota.perMinute, windowMs }]
      : []),
  ]);
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
