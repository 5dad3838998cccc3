import { type ServerResponse } from 'node:http';
import { type Duplex } from 'node:stream';

/** Pending responses by open connection; a client may pipeline several requests. */
export class PendingResponses {
  readonly #connections = new Map<Duplex, Set<ServerResponse>>();

  /** Whether no response is pending. */
  get isEmpty(): boolean {
    return [...this.#connections.values()].every(({ size }) => size === 0);
  }

  /** @returns the number of pending responses of its connection */
  add(response: ServerResponse): number {
    const { socket } = response.req;
    const pending = this.#connections.get(socket) ?? this.#addConnection(socket);
    pending.add(response);
    response.once('close', () => pending.delete(response));
    return pending.size;
  }

  /**
   * Whether bytes written to a connection now would be read as part of another response: one that is pending
   * or has begun.
   */
  isPending(socket: Duplex): boolean {
    return [...(this.#connections.get(socket) ?? [])].some(
      ({ req, headersSent }) => req.complete || headersSent,
    );
  }

  #addConnection(socket: Duplex): Set<ServerResponse> {
    const pending = new Set<ServerResponse>();
    this.#connections.set(socket, pending);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // Node.js 22 emits no event for queued responses when their connection closes.
      setImmediate(() => pending.forEach((response) => response.destroy().emit('close')));
    });
    return pending;
  }
}
