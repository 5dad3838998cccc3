import { createServer, type RequestListener, type Server } from 'node:http';
import { type Clock } from '@costplane/plugin-api';
import { type Metrics } from '../telemetry/metrics.ts';
import { answerClientError, refuseTunnel } from './answer-client-error.ts';
import { PendingResponses } from './pending-responses.ts';

/** How long a client may be slow or silent. */
export interface ServerTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Between two requests. Longer than proxies keep an idle connection, so that they close it first. */
  readonly idleMs: number;
  readonly checkEveryMs: number;
}

const defaultTimeouts: ServerTimeouts = {
  headersMs: 60_000,
  requestMs: 300_000,
  idleMs: 75_000,
  checkEveryMs: 5_000,
};

/** Above what a URL may have, so that a URL that is too long is answered by a route's rules. */
const maxHeaderBytes = 64 * 1024;

/**
 * The HTTP server of the API. Every answer is the app's or one in its form: what Node.js would answer
 * by itself (no Host, another Expect, CONNECT, no HTTP) has no envelope and no request id.
 */
export function createApiServer(
  app: RequestListener,
  services: { readonly clock: Clock; readonly metrics: Pick<Metrics, 'requestServed'> },
  timeouts: ServerTimeouts = defaultTimeouts,
): Server {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
    requireHostHeader: false,
  });
  const pending = new PendingResponses();
  const answer: RequestListener = (request, response) => {
    pending.add(request, response);
    app(request, response);
  };
  server.on('request', answer).on('checkExpectation', answer);
  server.on('clientError', answerClientError({ ...services, pending }));
  server.on('connect', refuseTunnel({ ...services, pending }));
  return server;
}
