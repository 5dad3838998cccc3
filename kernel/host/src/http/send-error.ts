import { type ServerResponse } from 'node:http';
import { ApiError, errorCatalog, type ErrorEnvelope, type Logger } from '@costplane/plugin-api';
import { standardErrors } from '@costplane/plugin-api/internal';
import { describeRequest } from './meta-parts.ts';
import { send } from './send.ts';
import { smallBytes } from './unsent-bodies.ts';

/** Facts about a request that is answered with an error. */
export interface Refusal {
  readonly requestId: string;
  readonly now: Date;
  readonly isKeyGiven: boolean;
  /** The route's error envelope, if it is not the contract's. */
  readonly errors?: ErrorEnvelope | undefined;
  readonly log: Logger;
  /** Log fields of the request. Default: its id. */
  readonly labels?: object;
}

/**
 * Sends an error. A response that has begun is aborted instead. If the route's envelope fails or a header is
 * invalid, the response is the contract's 500.
 */
export function sendError(response: ServerResponse, error: ApiError, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { requestId, log, labels = { request_id: requestId } } = refusal;
  try {
    sendBody(response, error, refusal);
  } catch (failure) {
    log.error({ ...labels, code: error.code, err: failure }, 'failed to send an error');
    sendBody(response, new ApiError('INTERNAL_ERROR'), { ...refusal, errors: standardErrors });
  }
}

function sendBody(
  response: ServerResponse,
  error: ApiError,
  { requestId, now, isKeyGiven, errors = standardErrors }: Refusal,
): void {
  const meta = describeRequest(requestId, now);
  const write = (shown: ApiError) => JSON.stringify(errors.wrap(shown, { meta, isKeyGiven }));
  const whole = write(error);
  // Larger bodies would have to be counted; only the names that a client sends are that long.
  const isSmall = Buffer.byteLength(whole) < smallBytes;
  const body = isSmall ? whole : write(new ApiError(error.code, [], { status: error.status }));
  const { retryAfterSeconds } = errorCatalog[error.code];
  send(response, error.status, 'application/json', body, {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...error.headers,
  });
}
