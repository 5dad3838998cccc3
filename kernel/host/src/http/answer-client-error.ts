import { type Duplex } from 'node:stream';
import { ApiError, type Clock } from '@costplane/plugin-api';
import { toTimestamp } from '@costplane/plugin-api/schema';
import { type Metrics } from '../telemetry/metrics.ts';
import { standardErrors } from '@costplane/plugin-api/internal';
import { endWithResponse } from './end-with-response.ts';
import { type PendingResponses } from './pending-responses.ts';
import { requestIdOf } from './request-id.ts';

/** The fields of an error of Node.js' HTTP parser. */
export type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

interface ClientErrorServices {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'requestServed'>;
  readonly pending: PendingResponses;
}

/**
 * Answers what Node.js could not read as a request: no HTTP, headers that are too long, a request
 * that is too slow. The connection is closed.
 */
export function answerClientError(services: ClientErrorServices) {
  return (failure: ClientError, socket: Duplex): void => {
    if (failure.code === 'ECONNRESET') socket.destroy();
    else answerError(socket, explain(failure), services);
  };
}

/** Answers a CONNECT request, for which Node.js makes no response. */
export function refuseTunnel(services: ClientErrorServices) {
  return (_: unknown, socket: Duplex): void => {
    const error = new ApiError('BAD_REQUEST', [{ reason: 'method_not_allowed' }], {
      status: 405,
      message: 'CONNECT is not served: this is not a proxy.',
      headers: { Allow: 'GET, HEAD, POST' },
    });
    answerError(socket, error, services);
  };
}

/** Where a client waits for another response, which this one would be taken for, there is none. */
function answerError(
  socket: Duplex,
  error: ApiError,
  { clock, metrics, pending }: ClientErrorServices,
): void {
  if (!socket.writable || pending.isPending(socket)) {
    socket.destroy();
    return;
  }
  const requestId = requestIdOf({ headers: {} });
  const meta = { request_id: requestId, applied_at: toTimestamp(clock.now()) };
  const body = JSON.stringify(standardErrors.wrap(error, { meta, isKeyGiven: false }));
  metrics.requestServed('none', error.status, 0);
  const headers = { 'X-Request-ID': requestId, 'X-Content-Type-Options': 'nosniff' };
  endWithResponse(socket, error.status, { ...headers, ...error.headers }, body);
}

function explain({ code, rawPacket }: ClientError): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return refusal(413, 'The extensions of the chunks of the body are over 16 KiB.');
  }
  if (code !== 'HPE_HEADER_OVERFLOW') return refusal(400, 'This is not an HTTP request.');
  return isOfUrl(rawPacket)
    ? refusal(414, 'The URL is over 16 KiB.')
    : refusal(431, 'The headers are over 64 KiB.');
}

const refusal = (status: number, message: string) =>
  new ApiError('BAD_REQUEST', [], { status, message });

/**
 * Whether it is the URL that was too long: its line was still being read. The limit is no less than
 * the largest packet, so that the packet which exceeds it is never the first.
 */
function isOfUrl(packet: Buffer | undefined): boolean {
  const [line = '', ...others] = packet?.toString('latin1').split('\n', 2) ?? [];
  return others.length === 0 || / HTTP\/1\.\d\r?$/.test(line);
}
