import { once } from 'node:events';
import { type IncomingMessage, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type InnerRequest, type InnerResponse, type Principal } from '@costplane/plugin-api';
import { http } from './node-http.ts';

/** For whom a handler sends a request. */
export interface InnerCaller {
  /** Nobody where the handler's own route needs no key. */
  readonly principal: Principal | undefined;
  /** The request of the handler has counted in the limit of the key for this one. */
  readonly isCounted: boolean;
}

interface Sender {
  readonly caller: InnerCaller;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Requests that handlers send to other routes. Each goes over a connection within the process to the
 * server of the API, so that it meets what any other does; who calls is known by the connection, which
 * no client can have.
 */
export class InnerRequests {
  readonly #callers = new WeakMap<Duplex, InnerCaller>();
  #server: Server | undefined;

  serveBy(server: Server): void {
    this.#server = server;
  }

  findCaller(connection: Duplex): InnerCaller | undefined {
    return this.#callers.get(connection);
  }

  async send(
    { method, path, body }: InnerRequest,
    { caller, requestId, signal }: Sender,
  ): Promise<InnerResponse> {
    const [ours, theirs] = duplexPair();
    this.#callers.set(theirs, caller);
    this.#server?.emit('connection', theirs);
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const request = http.request({
      method: method.toUpperCase(),
      path,
      signal,
      createConnection: () => ours,
      headers: {
        Host: 'inner.invalid',
        'X-Request-ID': requestId,
        ...(payload === undefined ? {} : jsonHeaders(payload)),
      },
    });
    // Once there is a response, reading it fails with the connection.
    request.on('error', () => undefined);
    request.end(payload);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: await text(response) };
  }
}

const jsonHeaders = (payload: string) => ({
  'Content-Type': 'application/json',
  'Content-Length': Buffer.byteLength(payload),
});
