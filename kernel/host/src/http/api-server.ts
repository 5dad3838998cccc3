import { type RequestListener, type Server } from 'node:http';
import { createEdgeServer } from './edge-server.ts';
import { answerUnreadable, type UnreadableServices } from './unreadable-requests.ts';

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

/** The HTTP server of the API. */
export function createApiServer(
  app: RequestListener,
  services: UnreadableServices,
  timeouts: ServerTimeouts = defaultTimeouts,
): Server {
  const options = {
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkEveryMs,
  };
  return createEdgeServer(options, { answer: app, ...answerUnreadable(services) }).server;
}
