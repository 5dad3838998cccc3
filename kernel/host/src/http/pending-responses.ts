import { type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';

interface Pending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Pending requests by open connection; a client may pipeline several. */
export class PendingResponses {
  readonly #connections = new Map<Duplex, Set<Pending>>();

  /** Whether no request is pending. */
  get isEmpty(): boolean {
    return [...this.#connections.values()].every(({ size }) => size === 0);
  }

  /** @returns the number of pending requests of its connection */
  add(request: IncomingMessage, response: ServerResponse): number {
    const { socket } = request;
    const connection = this.#connections.get(socket) ?? this.#addConnection(socket);
    const pending = { request, response };
    connection.add(pending);
    response.once('close', () => connection.delete(pending));
    return connection.size;
  }

  /**
   * Whether bytes written to a connection now would be read as part of another response: one that is pending
   * or has begun.
   */
  isPending(socket: Duplex): boolean {
    return [...(this.#connections.get(socket) ?? [])].some(
      ({ request, response }) => request.complete || response.headersSent,
    );
  }

  #addConnection(socket: Duplex): Set<Pending> {
    const connection = new Set<Pending>();
    this.#connections.set(socket, connection);
    // Node.js emits no event for queued responses when their connection closes.
    socket.once('close', () => this.#connections.delete(socket));
    return connection;
  }
}
