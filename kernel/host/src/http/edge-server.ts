import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { type Duplex } from 'node:stream';
import { destroyAfter } from './destroy-after.ts';
import { http } from './node-http.ts';
import { PendingResponses } from './pending-responses.ts';

/** How long a client may take to close its side; closing at once could lose the response. */
const lingerMs = 5_000;

/** Why a request cannot reach a handler: the fields of an error of Node.js' HTTP parser, or `CONNECT`. */
export type ClientError = Partial<NodeJS.ErrnoException> & { readonly rawPacket?: Buffer };

/** A response to a request that cannot reach a handler. */
export interface EdgeResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Responses of a server. */
export interface Edge {
  /** @param pipelined number of pending requests of the connection, including this one */
  answer(request: IncomingMessage, response: ServerResponse, pipelined: number): void;
  /** For unreadable requests (not HTTP, headers too long, too slow), and CONNECT, which has no response. */
  refuse(error: ClientError): EdgeResponse;
}

/**
 * An HTTP server whose application answers every request. The responses that Node.js sends by itself (no
 * Host, unknown Expect, CONNECT, malformed HTTP) have no JSON, no log and no metric.
 */
export function createEdgeServer(
  options: ServerOptions,
  edge: Edge,
): { readonly server: Server; readonly pending: PendingResponses } {
  const server = http.createServer({ ...options, requireHostHeader: false });
  const pending = new PendingResponses();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    if (!request.socket.destroyed) edge.answer(request, response, pending.add(response));
  };
  /** Sends nothing while another response is pending, since the client would mistake one for the other. */
  const end = (error: ClientError, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable || pending.isPending(socket)) {
      socket.destroy();
      return;
    }
    endWithResponse(socket, edge.refuse(error));
  };
  server.on('request', answer).on('checkExpectation', answer);
  server.on('connect', (_request, socket) => end({ code: 'CONNECT' }, socket));
  server.on('clientError', end);
  return { server, pending };
}

/** Writes a response with a JSON body directly to a connection, and closes it. */
function endWithResponse(socket: Duplex, { status, headers, body }: EdgeResponse): void {
  const fields = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
    Connection: 'close',
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  destroyAfter(lingerMs, socket);
  socket.on('error', () => socket.destroy());
  socket.end(
    [`HTTP/1.1 ${status} ${http.STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n'),
  );
  socket.resume();
}
