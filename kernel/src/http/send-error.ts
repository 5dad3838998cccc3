import { type ServerResponse } from 'node:http';
import { type ApiError } from '../errors/api-error.ts';
import { errorKind } from '../errors/catalog.ts';
import { toTimestamp } from '../schema/timestamp.ts';
import { type ErrorBody } from './envelope.ts';
import { send } from './send.ts';

/** Answers with an error of the contract. A response that has begun is broken off instead. */
export function sendError(
  response: ServerResponse,
  error: ApiError,
  requestId: string,
  now: Date,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { retryAfterSeconds } = errorKind(error.code);
  const body: ErrorBody = {
    data: null,
    meta: { request_id: requestId, applied_at: toTimestamp(now) },
    error: {
      code: error.code,
      message: error.message,
      ...(error.details.length > 0 ? { details: error.details } : {}),
    },
  };
  send(response, error.status, 'application/json', JSON.stringify(body), {
    ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    ...error.headers,
  });
}
