import { ApiError } from '../errors/api-error.ts';
import { type RateLimitStore } from './store.ts';

const answerWithinMs = 500;
const reconnectAtMostMs = 2_000;

/**
 * One sliding window as a sorted set of request times. Redis' own clock is used, so that
 * processes whose clocks differ share one window.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local limit, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - window)
local used = redis.call('ZCARD', KEYS[1])
local allowed = used < limit
if allowed then
  redis.call('ZADD', KEYS[1], now, time[1] .. '.' .. time[2] .. '.' .. ARGV[3])
  redis.call('PEXPIRE', KEYS[1], window)
  used = used + 1
end
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { allowed and 1 or 0, math.max(0, limit - used), (tonumber(oldest[2]) or now) + window }`;

/**
 * Windows that several processes share. While Redis is away a request is refused with 503
 * `RATE_LIMIT_UNAVAILABLE`, at once rather than after a wait.
 */
export async function createRedisStore(
  url: string,
  onProblem: (message: string) => void,
): Promise<RateLimitStore> {
  const { createClient } = await import('@redis/client');
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: answerWithinMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, reconnectAtMostMs),
    },
  });
  client.on('error', (error: Error) => {
    onProblem(error.message);
  });
  // Not awaited: the service starts, and says 503, while Redis is away.
  void client.connect().catch(() => undefined);

  const processId = crypto.randomUUID();
  let requests = 0;
  return {
    async take(window, { limit, windowMs }) {
      requests += 1;
      const taken = client.eval(takeScript, {
        keys: [`costplane:rate:${window}`],
        arguments: [String(limit), String(windowMs), `${processId}.${requests}`],
      });
      const [allowed, remaining, resetAtMs] = (await answerOrUnavailable(taken)) as number[];
      return {
        allowed: allowed === 1,
        limit,
        remaining: remaining ?? 0,
        resetAtMs: resetAtMs ?? 0,
      };
    },
    async close() {
      if (client.isOpen) await client.close().catch(() => undefined);
      if (client.isOpen) client.destroy();
    },
  };
}

async function answerOrUnavailable<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error('no answer'));
  }, answerWithinMs);
  try {
    return await Promise.race([answer, late.promise]);
  } catch {
    throw new ApiError('RATE_LIMIT_UNAVAILABLE');
  } finally {
    clearTimeout(timer);
  }
}
