import type { Duplex } from 'node:stream';
import type { Metrics } from './metrics.ts';
import type { OwedAnswers } from './owed-answers.ts';

interface Explanation {
  readonly status: number;
  readonly phrase: string;
  readonly reason: string;
  readonly message: string;
}

const explanations: Readonly<Record<string, Explanation>> = {
  HPE_HEADER_OVERFLOW: {
    ...{ status: 431, phrase: 'Request Header Fields Too Large', reason: 'headers_too_large' },
    message: 'The headers are over 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    ...{ status: 408, phrase: 'Request Timeout', reason: 'request_too_slow' },
    message: 'The request took too long.',
  },
};

const noHttp: Explanation = {
  ...{ status: 400, phrase: 'Bad Request', reason: 'no_http' },
  message: 'This is not an HTTP request.',
};

/**
 * Answers what Node could not read as a request, and closes; closes only, where the next answer is
 * that of a request before it.
 */
export function answerClientError(metrics: Metrics, owed: OwedAnswers) {
  return (failure: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || failure.code === 'ECONNRESET' || owed.isOwed(socket)) {
      socket.destroy();
      return;
    }
    const { status, phrase, reason, message } = explanations[failure.code ?? ''] ?? noHttp;
    metrics.answered(status, reason);
    const body = JSON.stringify({ success: false, error: reason, message });
    const head = [
      `HTTP/1.1 ${status} ${phrase}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
