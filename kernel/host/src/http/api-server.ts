import { type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createEdgeServer } from './edge-server.ts';
import { answerUnreadable, type UnreadableServices } from './unreadable-requests.ts';

/** How long a client may be slow or silent, in milliseconds. */
const timeouts = {
  headersTimeout: 60_000,
  requestTimeout: 300_000,
  /** Between two requests. Longer than proxies keep an idle connection, so that they close it first. */
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
};

/** Above what a URL may have, so that a URL that is too long is answered by a route's rules. */
const maxHeaderSize = 64 * 1024;

/** The HTTP server of the API. */
export function createApiServer(
  app: RequestListener,
  services: UnreadableServices,
  options: ServerOptions = timeouts,
): Server {
  const edge = { answer: app, ...answerUnreadable(services) };
  return createEdgeServer({ ...options, maxHeaderSize }, edge).server;
}
