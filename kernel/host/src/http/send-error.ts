import { type ServerResponse } from 'node:http';
import {
  ApiError,
  type ErrorEnvelope,
  type Logger,
  type RefusedRequest,
} from '@costplane/plugin-api';
import { errorKind, standardErrors } from '@costplane/plugin-api/internal';
import { toTimestamp } from '@costplane/plugin-api/schema';
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

/** Answers with an error. A response that has begun is broken off instead. */
export function sendError(response: ServerResponse, error: ApiError, refusal: Refusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const [shown, body] = buildErrorBody(error, refusal);
  const { retryAfterSeconds } = errorKind(shown.code);
  send(response, shown.status, 'application/json', body, {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...shown.headers,
  });
}

/** A route that cannot write its own error has failed: 500, in the words of the contract. */
function buildErrorBody(
  error: ApiError,
  {
    requestId,
    now,
    isKeyGiven,
    errors = standardErrors,
    log,
    labels = { request_id: requestId },
  }: Refusal,
): readonly [ApiError, string] {
  const meta = { request_id: requestId, applied_at: toTimestamp(now) };
  const request: RefusedRequest = { meta, isKeyGiven };
  try {
    const body = JSON.stringify(errors.wrap(error, request)) as string | undefined;
    if (body === undefined) throw new TypeError('the body of an error is undefined');
    return [error, body];
  } catch (failure) {
    log.error({ ...labels, code: error.code, err: failure }, 'failed to tell an error');
    const shown = new ApiError('INTERNAL_ERROR');
    return [shown, JSON.stringify(standardErrors.wrap(shown, request))];
  }
}
