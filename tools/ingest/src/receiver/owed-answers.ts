import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The requests that are being answered, by open connection: one may have several, one after the other. */
export class OwedAnswers {
  readonly #requests = new Map<Duplex, Set<IncomingMessage>>();

  /** Whether nothing is being answered. */
  get isEmpty(): boolean {
    return [...this.#requests.values()].every(({ size }) => size === 0);
  }

  /** @returns how many its connection has now */
  add(request: IncomingMessage, response: ServerResponse): number {
    const { socket } = request;
    const requests = this.#requests.get(socket) ?? this.#addConnection(socket);
    requests.add(request);
    response.once('close', () => requests.delete(request));
    return requests.size;
  }

  /** Whether an answer is due to what has arrived as a whole. */
  isOwed(socket: Duplex): boolean {
    return [...(this.#requests.get(socket) ?? [])].some(({ complete }) => complete);
  }

  #addConnection(socket: Duplex): Set<IncomingMessage> {
    const requests = new Set<IncomingMessage>();
    this.#requests.set(socket, requests);
    // Of answers whose turn has not come when it ends, Node says nothing.
    socket.once('close', () => this.#requests.delete(socket));
    return requests;
  }
}
