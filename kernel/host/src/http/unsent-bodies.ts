import { type ServerResponse } from 'node:http';
import { maxPageBytes } from '@costplane/plugin-api';

/** What responses may hold that clients have not read yet, before pages become shorter. */
const budgetBytes = 128 * 2 ** 20;
/** Of what is left, the part that one page may take. */
const share = 1 / 8;
const leastPageBytes = 256 * 2 ** 10;
/** Node.js holds a body until it is read; what is smaller than this is not worth a timer. */
const trackedBytes = 64 * 2 ** 10;
/** What a client has to read of a body, on average, after the first minute. */
const graceMs = 60_000;
const leastBytesPerMs = 16;

/**
 * The bodies of responses that clients have not read to their end. Clients that read slowly get
 * shorter pages when there are many of them, and ones that hardly read at all are disconnected: the
 * memory that they hold has a bound.
 */
export class UnsentBodies {
  #bytes = 0;

  /** How large a page may be now. */
  get maxPageBytes(): number {
    const left = (budgetBytes - this.#bytes) * share;
    return Math.min(maxPageBytes, Math.max(leastPageBytes, left));
  }

  /** Counts a body of a response until it is sent or its connection has ended. */
  track(response: ServerResponse, bytes: number): void {
    if (bytes < trackedBytes || response.destroyed) return;
    this.#bytes += bytes;
    const timer = setTimeout(() => response.destroy(), graceMs + bytes / leastBytesPerMs);
    timer.unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.#bytes -= bytes;
    });
  }
}
