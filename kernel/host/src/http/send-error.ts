import { type ServerResponse } from 'node:http';
import { ApiError, type ErrorEnvelope, type Logger } from '@costplane/plugin-api';
import { errorKind, standardErrors } from '@costplane/plugin-api/internal';
import { describeRequest } from './meta-parts.ts';
import { send } from './send.ts';

/** What is known of a request that is answered with an error. */
export interface Refusal {
  readonly requestId: string;
  readonly now: Date;
  readonly isKeyGiven: boolean;
  /** The shape of the route's errors, where it is not the contract's. */
  readonly errors?: ErrorEnvelope | undefined;
  readonly log: Logger;
  /** What the log says of the request; its id without it. */
  readonly labels?: object;
}

/**
 * Answers with an error. A response that has begun is broken off instead; an error that a route cannot
 * tell, for a failure of its own envelope or a header that no response can have, is 500 in the words
 * of the contract.
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
    log.error({ ...labels, code: error.code, err: failure }, 'failed to tell an error');
    sendBody(response, new ApiError('INTERNAL_ERROR'), { ...refusal, errors: standardErrors });
  }
}

function sendBody(
  response: ServerResponse,
  error: ApiError,
  { requestId, now, isKeyGiven, errors = standardErrors }: Refusal,
): void {
  const meta = describeRequest(requestId, now);
  const body = JSON.stringify(errors.wrap(error, { meta, isKeyGiven }));
  const { retryAfterSeconds } = errorKind(error.code);
  send(response, error.status, 'application/json', body, {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...error.headers,
  });
}
