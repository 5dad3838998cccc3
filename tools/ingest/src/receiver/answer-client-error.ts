import type { Duplex } from 'node:stream';
import type { Metrics } from './metrics.ts';

const explanations: Record<string, [status: string, reason: string, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    ...['431 Request Header Fields Too Large', 'headers_too_large'],
    'The headers are over 16 KiB.',
  ] as [string, string, string],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'request_too_slow',
    'The request took too long.',
  ],
};

/** Answers what Node could not read as a request, and closes. */
export function answerClientError(metrics: Metrics) {
  return (failure: NodeJS.ErrnoException, socket: Duplex): void => {
    if (!socket.writable || failure.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const [status, reason, message] = explanations[failure.code ?? ''] ?? [
      ...['400 Bad Request', 'no_http'],
      'This is not an HTTP request.',
    ];
    metrics.answered(Number(status?.slice(0, 3)), reason ?? '');
    const body = JSON.stringify({ success: false, error: reason, message });
    const head = [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
}
