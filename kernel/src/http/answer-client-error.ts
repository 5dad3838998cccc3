import { type Duplex } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { type Clock } from '../container/tokens.ts';
import { toTimestamp } from '../schema/timestamp.ts';

/** Answers what Node could not read as a request: headers that are too long, no HTTP at all. */
export function answerClientError(clock: Clock) {
  return (failure: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || failure.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const error = explain(failure);
    const requestId = `req_${crypto.randomUUID()}`;
    const body = JSON.stringify({
      data: null,
      meta: { request_id: requestId, applied_at: toTimestamp(clock.now()) },
      error: { code: error.code, message: error.message },
    });
    socket.end(
      [
        `HTTP/1.1 ${error.status} ${error.status === 414 ? 'URI Too Long' : 'Bad Request'}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-ID: ${requestId}`,
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  };
}

function explain({ code }: NodeJS.ErrnoException): ApiError {
  return code === 'HPE_HEADER_OVERFLOW'
    ? new ApiError('BAD_REQUEST', [], {
        status: 414,
        message: 'The URL is over 16 KiB, or the headers are over 64 KiB.',
      })
    : new ApiError('BAD_REQUEST', [], { message: 'This is not an HTTP request.' });
}
