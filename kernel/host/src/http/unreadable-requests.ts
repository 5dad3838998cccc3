import { ApiError, type Clock } from '@costplane/plugin-api';
import { toTimestamp } from '@costplane/plugin-api/schema';
import { standardErrors } from '@costplane/plugin-api/internal';
import { type Metrics } from '../telemetry/metrics.ts';
import { type ClientError, type Edge, type EdgeResponse } from './edge-server.ts';
import { readRequestId } from './request-id.ts';

export interface UnreadableServices {
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'requestServed'>;
}

/** The answers of the API, in its envelope, to what is no request. */
export const answerUnreadable = (services: UnreadableServices): Omit<Edge, 'answer'> => ({
  refuseUnreadable: (failure) => toResponse(explain(failure), services),
  refuseTunnel() {
    const error = new ApiError('BAD_REQUEST', [{ reason: 'method_not_allowed' }], {
      status: 405,
      message: 'CONNECT is not served: this is not a proxy.',
      headers: { Allow: 'GET, HEAD, POST' },
    });
    return toResponse(error, services);
  },
});

function toResponse(error: ApiError, { clock, metrics }: UnreadableServices): EdgeResponse {
  const requestId = readRequestId({ headers: {} });
  const meta = { request_id: requestId, applied_at: toTimestamp(clock.now()) };
  metrics.requestServed('none', error.status, 0);
  return {
    status: error.status,
    headers: { 'X-Request-ID': requestId, 'X-Content-Type-Options': 'nosniff', ...error.headers },
    body: JSON.stringify(standardErrors.wrap(error, { meta, isKeyGiven: false })),
  };
}

function explain({ code, rawPacket }: ClientError): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long.');
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return refusal(413, 'The extensions of the chunks of the body are over 16 KiB.');
  }
  if (code !== 'HPE_HEADER_OVERFLOW') return refusal(400, 'This is not an HTTP request.');
  return isUrlTooLong(rawPacket)
    ? refusal(414, 'The URL is over 16 KiB.')
    : refusal(431, 'The headers are over 64 KiB.');
}

const refusal = (status: number, message: string) =>
  new ApiError('BAD_REQUEST', [], { status, message });

/**
 * Whether it is the URL that was too long: its line was still being read. The limit is no less than
 * the largest packet, so that the packet which exceeds it is never the first.
 */
function isUrlTooLong(packet: Buffer | undefined): boolean {
  const [line = '', ...others] = packet?.toString('latin1').split('\n', 2) ?? [];
  return others.length === 0 || / HTTP\/1\.\d\r?$/.test(line);
}
