import { DatabaseFailure, explainUnavailable } from './unavailable.ts';

const queryCanceled = '57014';

/** A failure of the ledger's database as such, where it is one: a canceled query took too long. */
export const explainLedgerFailure = (failure: unknown): Error =>
  (failure as { code?: unknown }).code === queryCanceled
    ? new DatabaseFailure('UPSTREAM_TIMEOUT', failure)
    : explainUnavailable(failure);
