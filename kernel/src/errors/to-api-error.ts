import { ApiError } from './api-error.ts';

const unreachableSystemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'EHOSTUNREACH',
]);

/** PostgreSQL error classes of a server that is gone, going, full or too slow. */
const unavailableSqlState = /^(08|53|57P)|^57014$/;

/**
 * The one place where anything thrown becomes an error of the contract: a database that cannot
 * be reached is 503 `SERVICE_UNAVAILABLE` (decision 37), whatever is not known is 500.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError(isDatabaseUnavailable(thrown) ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR');
}

export function isDatabaseUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code } = thrown as { code?: unknown };
  if (typeof code === 'string') {
    return unreachableSystemCodes.has(code) || unavailableSqlState.test(code);
  }
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(
    thrown.message,
  );
}
