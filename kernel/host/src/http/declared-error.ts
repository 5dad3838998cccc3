import { DatabaseFailure } from '@costplane/reader';
import { ApiError, type ErrorCode } from '@costplane/plugin-api';
import { isOpen } from '@costplane/plugin-api/internal';
import { DeadlineExceeded } from './deadlines.ts';
import { type Exchange } from './exchange.ts';

/**
 * Converts anything thrown into an error of the contract; unknown errors are 500. Database failures are
 * already converted by the reader (`database-failure.ts`).
 */
export const toApiError = (thrown: unknown): ApiError =>
  thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_ERROR');

/**
 * Converts anything thrown into an error that the route declares: database failures, also during the look-up
 * of the key, and missed deadlines have their own codes on routes that declare them (decision 37).
 */
export function toDeclaredError(thrown: unknown, { definition }: Exchange['route']): ApiError {
  const error = toApiError(thrown);
  const { errors = [] } = definition;
  const upstream = listUpstreamCodes(error).find((code) => errors.includes(code));
  if (upstream) {
    const { cause, message } = error;
    return new ApiError(upstream, [], error instanceof DeadlineExceeded ? { message } : { cause });
  }
  if (!(error instanceof DeadlineExceeded)) return error;
  const isDeclared = !isOpen(definition) || errors.includes('SERVICE_UNAVAILABLE');
  return isDeclared ? error : new ApiError('INTERNAL_ERROR', [], { message: error.message });
}

/** Codes for an error on a route that declares failures of the history, in order of preference. */
function listUpstreamCodes(error: ApiError): readonly ErrorCode[] {
  if (error instanceof DatabaseFailure) return [error.upstreamCode, 'UPSTREAM_UNAVAILABLE'];
  return error instanceof DeadlineExceeded ? ['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'] : [];
}
