import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** The requests that are being answered, by connection: one may have several, one after the other. */
export class OwedAnswers {
  readonly #requests = new Map<Duplex, Set<IncomingMessage>>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const requests = this.#requests.get(socket) ?? new Set();
    this.#requests.set(socket, requests.add(request));
    this.#count += 1;
    response.once('close', () => {
      this.#count -= 1;
      requests.delete(request);
      if (requests.size === 0) this.#requests.delete(socket);
    });
  }

  /** Whether an answer is due to what has arrived as a whole. */
  isOwed(socket: Duplex): boolean {
    return [...(this.#requests.get(socket) ?? [])].some(({ complete }) => complete);
  }
}
