import { ApiError } from '@costplane/plugin-api';

const unreachable =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ENOENT|EPIPE|ETIMEDOUT|EAI_AGAIN)$/;

const queryCanceled = '57014';
/**
 * PostgreSQL's classes of a server that is gone, going or full or does not let the service in, and
 * a statement cut short.
 */
const unavailableState = /^(08|28|3D|53|57P)|^57014$/;

const driverMessage = /timeout exceeded when trying to connect|Connection terminated|not queryable/;

/** What Citus says, as an internal error, of a worker that is gone since a statement reached it. */
const workerMessage =
  /^failure on connection marked as essential|closed( the connection)? unexpectedly/;

/** No connection could be had, for whatever reason the server or the network gives. */
export class ConnectionFailure extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'ConnectionFailure';
  }
}

/**
 * A database cannot be read now, or not in time: 503 `SERVICE_UNAVAILABLE`, or the error that the
 * route has for it (decision 37).
 */
export class DatabaseFailure extends ApiError {
  readonly upstreamCode: 'UPSTREAM_UNAVAILABLE' | 'UPSTREAM_TIMEOUT';

  constructor(upstreamCode: DatabaseFailure['upstreamCode'], cause: unknown) {
    super('SERVICE_UNAVAILABLE', [], { cause });
    this.upstreamCode = upstreamCode;
  }
}

/** A failure of the database as such, where it is one. */
export function explainUnavailable(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(String(failure));
  if (failure instanceof ApiError || !isUnavailable(failure)) return failure;
  return new DatabaseFailure('UPSTREAM_UNAVAILABLE', failure);
}

/** The same of the ledger's database, where a canceled query took too long. */
export const explainLedgerFailure = (failure: unknown): Error =>
  (failure as { code?: unknown }).code === queryCanceled
    ? new DatabaseFailure('UPSTREAM_TIMEOUT', failure)
    : explainUnavailable(failure);

/** Whether a server could not be reached, or the connection to it broke. */
export function isUnreachable(failure: Error): boolean {
  const { code } = failure as { code?: unknown };
  return typeof code === 'string' ? unreachable.test(code) : driverMessage.test(failure.message);
}

function isUnavailable(failure: Error): boolean {
  const { code } = failure as { code?: unknown };
  return (
    failure instanceof ConnectionFailure ||
    isUnreachable(failure) ||
    workerMessage.test(failure.message) ||
    (typeof code === 'string' && unavailableState.test(code))
  );
}
