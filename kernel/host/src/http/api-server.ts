import { type RequestListener, type Server, type ServerOptions } from 'node:http';
import { type ApiError, type Clock } from '@costplane/plugin-api';
import { standardErrors } from '@costplane/plugin-api/internal';
import { type Metrics } from '../telemetry/metrics.ts';
import { type ClientError, createEdgeServer, type Edge, type EdgeResponse } from './edge-server.ts';
import { refusal, refuseMethod } from './malformed-request.ts';
import { describeRequest } from './meta-parts.ts';
import { readRequestId } from './request-id.ts';

interface Services {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'requestServed'>;
}

/** How long a client may be slow or silent, in milliseconds. */
const timeouts = {
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  /** Between two requests. Longer than in proxies, so that they close an idle connection first. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};

/** Larger than the limit of URLs, so that a URL that is too long reaches the pipeline. */
const maxHeaderSize = 64 * 1024;

/** The HTTP server of the API, which also answers malformed requests in the envelope. */
export function createApiServer(
  app: RequestListener,
  services: Services,
  options: ServerOptions = timeouts,
): Server {
  const edge: Edge = {
    answer: app,
    refuse: (failure) => toResponse(explain(failure), services),
  };
  return createEdgeServer({ ...options, maxHeaderSize }, edge).server;
}

/** The response to a malformed request, in the envelope. */
function toResponse(error: ApiError, { clock, metrics }: Services): EdgeResponse {
  const requestId = readRequestId({ headers: {} });
  const meta = describeRequest(requestId, clock.now());
  metrics.requestServed('none', error.status, 0);
  return {
    status: error.status,
    headers: { 'X-Request-ID': requestId, 'X-Content-Type-Options': 'nosniff', ...error.headers },
    body: JSON.stringify(standardErrors.wrap(error, { meta, isKeyGiven: false })),
  };
}

function explain({ code, rawPacket }: ClientError): ApiError {
  if (code === 'CONNECT') {
    return refuseMethod('CONNECT is not served: this is not a proxy.', 'GET, HEAD, POST');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long.');
  if (code !== 'HPE_HEADER_OVERFLOW') return refusal(400, 'This is not an HTTP request.');
  return isUrlTooLong(rawPacket)
    ? refusal(414, 'The URL is over 16 KiB.')
    : refusal(431, 'The headers are over 64 KiB.');
}

/**
 * Whether the URL was too long, rather than the headers: its line was still being read. The limit is at
 * least the size of the largest packet, so that the first packet never exceeds it.
 */
function isUrlTooLong(packet: Buffer | undefined): boolean {
  const [line = '', ...others] = packet?.toString('latin1').split('\n', 2) ?? [];
  return others.length === 0 || / HTTP\/1\.\d\r?$/.test(line);
}
