import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { type Duplex } from 'node:stream';
import { http } from './node-http.ts';
import { PendingResponses } from './pending-responses.ts';

/** How long a client may take to close its side; closed at once, it might not read the response. */
const lingerMs = 5_000;

/** The fields of an error of Node.js' HTTP parser. */
export type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer };

/** A response to what is no request that a handler could be given. */
export interface EdgeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a server answers. */
export interface Edge {
  /** @param pipelined how many requests of the connection are being answered, with this one */
  answer(request: IncomingMessage, response: ServerResponse, pipelined: number): void;
  /** To what cannot be read as a request: no HTTP, too long headers, a request that is too slow. */
  refuseUnreadable(error: ClientError): EdgeResponse;
  /** To CONNECT, for which Node.js makes no response. */
  refuseTunnel(): EdgeResponse;
}

/**
 * An HTTP server that answers everything in the form of its application: what Node.js answers by
 * itself (no Host, another Expect, CONNECT, no HTTP) has no JSON, no log and no metric.
 */
export function createEdgeServer(
  options: ServerOptions,
  edge: Edge,
): { readonly server: Server; readonly pending: PendingResponses } {
  const server = http.createServer({ ...options, requireHostHeader: false });
  const pending = new PendingResponses();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (!request.socket.destroyed) edge.answer(request, response, pending.add(request, response));
  };
  /** Where a client waits for another response, which this one would be taken for, there is none. */
  const end = (socket: Duplex, respond: () => EdgeResponse) => {
    if (!socket.writable || pending.isPending(socket)) {
      socket.destroy();
      return;
    }
    endWithResponse(socket, respond());
  };
  server.on('request', answer).on('checkExpectation', answer);
  server.on('connect', (_request, socket) => end(socket, () => edge.refuseTunnel()));
  server.on('clientError', (error: ClientError, socket) => {
    if (error.code === 'ECONNRESET') socket.destroy();
    else end(socket, () => edge.refuseUnreadable(error));
  });
  return { server, pending };
}

/** Writes a response with a JSON body to a connection for which Node.js has none, and closes it. */
function endWithResponse(socket: Duplex, { status, headers, body }: EdgeResponse): void {
  const fields = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  socket.on('error', () => socket.destroy());
  socket.end(
    [`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'),
  );
  socket.resume();
}
