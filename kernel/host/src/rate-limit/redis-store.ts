import { type RedisClientType } from '@redis/client';
import { ApiError, type QuotaDecision, type RateLimitStore } from '@costplane/plugin-api';
import { StartupError } from '@costplane/plugin-api/internal';
import { settleWithin } from '../errors/settle-within.ts';

const answerWithinMs = 500;
const reconnectAtMostMs = 1_000;
/** Maximum number of pending commands; a stalled Redis must not accumulate them in memory. */
const maxWaiting = 1_000;
const beatEveryMs = 1_000;
const maxUnansweredBeats = 2;
const aliveKey = 'costplane:rate:alive';
const handshakeWithinMs = 2_000;

/**
 * Sliding windows as sorted sets of request times. KEYS are the windows; ARGV is an id of the request, then
 * the limit and length of each window. The clock of Redis is used, so that processes with different clocks
 * share a window. Returns allowed, remaining and reset of each.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local used, isAllowed = {}, true
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, 0, now - tonumber(ARGV[2 * i + 1]))
  -- Entries from before the clock was set back, which would stay until it reaches them again.
  redis.call('ZREMRANGEBYSCORE', key, '(' .. string.format('%.0f', now), '+inf')
  used[i] = redis.call('ZCARD', key)
  isAllowed = isAllowed and used[i] < tonumber(ARGV[2 * i])
end
local answer = {}
for i, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * i]), tonumber(ARGV[2 * i + 1])
  local hasRoom = used[i] < limit
  if isAllowed then
    redis.call('ZADD', key, now, time[1] .. '.' .. time[2] .. '.' .. ARGV[1])
    redis.call('PEXPIRE', key, window)
    used[i] = used[i] + 1
  end
  local oldest = redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')
  answer[3 * i - 2] = hasRoom and 1 or 0
  answer[3 * i - 1] = math.max(0, limit - used[i])
  answer[3 * i] = (tonumber(oldest[2]) or now) + window
end
return answer`;

/**
 * Windows shared by several processes. While Redis is unavailable, requests are rejected immediately with 503
 * `RATE_LIMIT_UNAVAILABLE`.
 */
export async function createRedisStore(
  url: string,
  onProblem: (message: string) => void,
): Promise<RateLimitStore> {
  const { createClient } = await import('@redis/client');
  const connection = open(() => {
    const client = createClient({
      url,
      disableOfflineQueue: true,
      commandsQueueMaxLength: maxWaiting,
      socket: {
        connectTimeout: answerWithinMs,
        // Only effective until the connection is ready; afterwards every command resets it.
        socketTimeout: handshakeWithinMs,
        reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, reconnectAtMostMs),
      },
    });
    client.on('error', (error: Error) => onProblem(error.message));
    return client;
  });

  const processId = crypto.randomUUID();
  let requests = 0;
  return {
    async take(quotas) {
      requests += 1;
      const taken = connection.client.eval(takeScript, {
        keys: quotas.map(({ window }) => `costplane:rate:${window}`),
        arguments: [
          `${processId}.${requests}`,
          ...quotas.flatMap(({ limit, windowMs }) => [String(limit), String(windowMs)]),
        ],
      });
      const answer = (await answerOrUnavailable(taken)) as number[];
      return quotas.map(({ limit }, index): QuotaDecision => {
        const [allowed, remaining = 0, resetAtMs = 0] = answer.slice(3 * index);
        return { allowed: allowed === 1, limit, remaining, resetAtMs };
      });
    },
    get isUp() {
      return connection.isUp;
    },
    close() {
      connection.close();
      return Promise.resolve();
    },
  };
}

/**
 * A client that is replaced when Redis goes silent without closing the connection. The timeout of the socket
 * does not detect this, because every command resets it.
 */
class RedisConnection {
  client: RedisClientType;
  readonly #create: () => RedisClientType;
  #unanswered = 0;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(create: () => RedisClientType) {
    this.#create = create;
    this.client = this.#open();
    this.#heartbeat = setInterval(() => this.#beat(), beatEveryMs);
    this.#heartbeat.unref();
  }

  get isUp(): boolean {
    return this.client.isReady && this.#unanswered < maxUnansweredBeats;
  }

  close(): void {
    clearInterval(this.#heartbeat);
    if (this.client.isOpen) this.client.destroy();
  }

  #open(): RedisClientType {
    const client = this.#create();
    // Not awaited: the service starts, and answers 503, while Redis is unavailable.
    void client.connect().catch(() => undefined);
    return client;
  }

  /**
   * Writes, since a server that has become a replica still answers reads. Counts answers instead of time,
   * since a busy process may not have sent anything.
   */
  #beat(): void {
    const client = this.client;
    if (!client.isReady) {
      this.#unanswered = 0;
    } else if (this.#unanswered < maxUnansweredBeats) {
      this.#unanswered += 1;
      const onAnswer = () => {
        if (client === this.client) this.#unanswered = 0;
      };
      client.set(aliveKey, '1', { EX: 60 }).then(onAnswer, () => undefined);
    } else {
      client.destroy();
      this.client = this.#open();
      this.#unanswered = 0;
    }
  }
}

/** The client throws if the URL is invalid. The message omits the URL, which contains a password. */
function open(create: () => RedisClientType): RedisConnection {
  try {
    return new RedisConnection(create);
  } catch {
    throw new StartupError([
      {
        where: 'REDIS_URL',
        what: 'is not the address of a Redis',
        fix: 'Give it as redis://HOST:PORT or rediss://USER:PASSWORD@HOST:PORT, and percent-encode the password',
      },
    ]);
  }
}

async function answerOrUnavailable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await settleWithin(answerWithinMs, answer, () => {
      throw new Error('no answer');
    });
  } catch (error) {
    throw new ApiError('RATE_LIMIT_UNAVAILABLE', [], { cause: error });
  }
}
