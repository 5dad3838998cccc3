import { DatabaseFailure } from '@costplane/reader';
import { ApiError, type ErrorCode } from '@costplane/plugin-api';
import { isOpen } from '@costplane/plugin-api/internal';
import { DeadlineExceeded } from './deadlines.ts';
import { type Exchange } from './exchange.ts';

/**
 * The errors that a route may have are those that it declares: a failure of a database, also where
 * its key is looked up, is its own error on a route that knows it (decision 37), and so is a deadline.
 */
export function asDeclared(error: ApiError, { definition }: Exchange['route']): ApiError {
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

/** What an error is on a route that tells failures of the history apart; the best first. */
function listUpstreamCodes(error: ApiError): readonly ErrorCode[] {
  if (error instanceof DatabaseFailure) return [error.upstreamCode, 'UPSTREAM_UNAVAILABLE'];
  return error instanceof DeadlineExceeded ? ['UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE'] : [];
}
