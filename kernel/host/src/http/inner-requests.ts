import { once } from 'node:events';
import { type IncomingMessage, type Server } from 'node:http';
import { type Duplex, duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type InnerRequest, type InnerResponse, type Principal } from '@costplane/plugin-api';
import { http } from './node-http.ts';

/** The origin of a request that a handler sends. */
export interface InnerCaller {
  /** `undefined` if the handler's own route needs no key. */
  readonly principal: Principal | undefined;
  /** Whether the handler's own request has already been counted for this one. */
  readonly isCounted: boolean;
}

interface Sender {
  readonly caller: InnerCaller;
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/**
 * Requests that handlers send to other routes. They reach the API's server over an in-process connection and
 * pass the whole pipeline; the connection, which no client can have, identifies the caller.
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
        ...(payload === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
    });
    // After the response has begun, reading it fails together with the connection.
    request.on('error', () => undefined);
    request.end(payload);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers } = response;
    return { status, headers, body: await text(response) };
  }
}
