import { endWithResponse, type PendingResponses } from '@costplane/kernel/edge';
import { type Duplex } from 'node:stream';
import { type Metrics } from './metrics.ts';

interface Explanation {
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const explanations: Readonly<Record<string, Explanation>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    reason: 'headers_too_large',
    message: 'The headers are over 16 KiB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    reason: 'request_too_slow',
    message: 'The request took too long.',
  },
};

const tunnel: Explanation = {
  status: 405,
  reason: 'method_not_allowed',
  message: 'Agents report with POST.',
  headers: { Allow: 'POST' },
};

const noHttp: Explanation = {
  status: 400,
  reason: 'no_http',
  message: 'This is not an HTTP request.',
};

interface ClientErrorServices {
  readonly metrics: Metrics;
  readonly pending: PendingResponses;
}

/** Answers what Node.js could not read as a request, and closes the connection. */
export function answerClientError(services: ClientErrorServices) {
  return (failure: NodeJS.ErrnoException, socket: Duplex): void => {
    if (failure.code === 'ECONNRESET') socket.destroy();
    else answer(socket, explanations[failure.code ?? ''] ?? noHttp, services);
  };
}

/** Answers a CONNECT request, for which Node.js makes no response. */
export function refuseTunnel(services: ClientErrorServices) {
  return (_: unknown, socket: Duplex): void => {
    answer(socket, tunnel, services);
  };
}

/** Where a client waits for another response, which this one would be taken for, there is none. */
function answer(
  socket: Duplex,
  { status, reason, message, headers = {} }: Explanation,
  { metrics, pending }: ClientErrorServices,
): void {
  if (!socket.writable || pending.isPending(socket)) {
    socket.destroy();
    return;
  }
  metrics.answered(status, reason);
  endWithResponse(
    socket,
    status,
    headers,
    JSON.stringify({ success: false, error: reason, message }),
  );
}
