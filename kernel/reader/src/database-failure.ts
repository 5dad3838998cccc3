import { ApiError, errorCatalog } from '@costplane/plugin-api';

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN)$/;

const queryCanceled = '57014';
/**
 * SQLSTATE classes of a server that is down, shutting down, out of resources or refusing the connection, and
 * of cancelled statements: those of a replica, too, that conflict with what it has to apply (40).
 */
const unavailableState = /^(08|28|3D|40|53|57P)|^(25P03|57014)$/;

const driverMessage = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** Internal errors of Citus for a worker that failed during a statement. */
const workerMessage =
  /^failure on connection marked as essential|closed( the connection)? unexpectedly/;

/**
 * The database is unavailable or too slow: 503 `SERVICE_UNAVAILABLE`, or the error that the route declares
 * for it (decision 37).
 */
export class DatabaseFailure extends ApiError {
  readonly upstreamCode: 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_TIMEOUT';

  constructor(upstreamCode: DatabaseFailure['upstreamCode'], cause: unknown) {
    const { message } = errorCatalog.UPSTREAM_TIMEOUT;
    super('SERVICE_UNAVAILABLE', [], {
      cause,
      ...(upstreamCode === 'UPSTREAM_TIMEOUT' && { message }),
    });
    this.upstreamCode = upstreamCode;
  }
}

/** Turns a failure into a `DatabaseFailure` if the database is unavailable. */
export function explainUnavailable(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(String(failure));
  if (failure instanceof ApiError || !isUnavailable(failure)) return failure;
  return new DatabaseFailure('UPSTREAM_UNAVAILABLE', failure);
}

/** The same for the ledger, where a cancelled query took too long. */
export const explainLedgerFailure = (failure: unknown): Error =>
  (failure as { code?: unknown }).code === queryCanceled
    ? new DatabaseFailure('UPSTREAM_TIMEOUT', failure)
    : explainUnavailable(failure);

/** Whether the server could not be reached, or the connection was lost. */
export function isUnreachable(failure: Error): boolean {
  const { code } = failure as { code?: unknown };
  return typeof code === 'string' ? unreachable.test(code) : driverMessage.test(failure.message);
}

function isUnavailable(failure: Error): boolean {
  const { code } = failure as { code?: unknown };
  return (
    isUnreachable(failure) ||
    workerMessage.test(failure.message) ||
    (typeof code === 'string' && unavailableState.test(code))
  );
}
