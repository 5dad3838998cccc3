import { ApiError } from '../errors/api-error.ts';
import { explainUnavailable } from './unavailable.ts';

const queryCanceled = '57014';

/** The history cannot be read now, or not in time: 503 unless the route has errors for it. */
export class LedgerFailure extends ApiError {
  readonly upstreamCode: 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_TIMEOUT';

  constructor(upstreamCode: LedgerFailure['upstreamCode'], cause: unknown) {
    super('SERVICE_UNAVAILABLE', [], { cause });
    this.upstreamCode = upstreamCode;
  }
}

/** A failure of the ledger's database as such, where it is one. */
export function explainLedgerFailure(failure: unknown): Error {
  if (failure instanceof LedgerFailure) return failure;
  if ((failure as { code?: unknown }).code === queryCanceled) {
    return new LedgerFailure('UPSTREAM_TIMEOUT', failure);
  }
  const explained = explainUnavailable(failure);
  const isUnavailable = explained instanceof ApiError && explained.code === 'SERVICE_UNAVAILABLE';
  return isUnavailable ? new LedgerFailure('UPSTREAM_UNAVAILABLE', explained.cause) : explained;
}
