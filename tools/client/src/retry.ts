import { type CostplaneError, readError } from './costplane-error.ts';
import { type ErrorCode } from './schemas.ts';

/** What sends a request: `fetch`, or something around it. */
export type Send = (request: Request) => Promise<Response>;

/** A request that failed and will be sent again. */
export interface Retry {
  readonly error: CostplaneError;
  /** 1 for the first. */
  readonly retry: number;
  readonly waitMs: number;
}

const retryable: readonly ErrorCode[] = [
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UPSTREAM_UNAVAILABLE',
  'RATE_LIMIT_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
];
/** Of a proxy in front of a service that restarts. */
const retryableStatuses = [502, 503, 504];
const firstWaitMs = 500;
/** A service that asks for more is not waited for: the caller gets the error. */
const longestWaitMs = 120_000;

/** Sends a request again after an error that may pass. Every request of the API only reads. */
export function retryFailures(send: Send, retries: number, onRetry?: (retry: Retry) => void): Send {
  return async (request) => {
    for (let retry = 1; ; retry += 1) {
      const response = await send(request.clone());
      if (response.ok || retry > retries) return response;
      const error = await readError(response.clone());
      const waitMs = chooseWait(error, retry);
      if (!isRetryable(error) || waitMs > longestWaitMs) return response;
      await response.body?.cancel();
      onRetry?.({ error, retry, waitMs });
      await sleep(waitMs, request.signal);
    }
  };
}

const isRetryable = ({ code, status }: CostplaneError) =>
  code === 'UNKNOWN' ? retryableStatuses.includes(status) : retryable.includes(code);

/** Never before the service asks for it; with jitter, so that clients do not return all at once. */
function chooseWait({ retryAfterSeconds }: CostplaneError, retry: number): number {
  if (retryAfterSeconds !== undefined) return retryAfterSeconds * 1000 + Math.random() * 1000;
  return firstWaitMs * 2 ** (retry - 1) * (0.5 + Math.random());
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const stop = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal.addEventListener('abort', stop);
  });
  signal.throwIfAborted();
}
