import { type ServerResponse } from 'node:http';
import { maxPageBytes } from '@costplane/plugin-api';
import { destroyAfter } from './destroy-after.ts';

/** Bytes of unread responses above which pages become shorter. */
const budgetBytes = 128 * 2 ** 20;
/** Share of the remaining bytes that one page may take. */
const share = 1 / 8;
const minPageBytes = 256 * 2 ** 10;
/** Smaller bodies are not tracked. */
const trackedBytes = 64 * 2 ** 10;
/** Lowest average rate at which a client must read a body, after the first minute. */
const graceMs = 60_000;
const minBytesPerMs = 16;

/**
 * The response bodies that clients have not read completely. Many slow clients get shorter pages, and clients
 * that hardly read are disconnected, so that the memory of unread bodies is bounded.
 */
export class UnsentBodies {
  #bytes = 0;

  /** Current limit of a page in bytes. */
  get maxPageBytes(): number {
    const left = (budgetBytes - this.#bytes) * share;
    return Math.min(maxPageBytes, Math.max(minPageBytes, left));
  }

  /** Counts a body until it is sent or its connection is closed. */
  track(response: ServerResponse, bytes: number): void {
    if (bytes < trackedBytes || response.destroyed) return;
    this.#bytes += bytes;
    destroyAfter(graceMs + bytes / minBytesPerMs, response);
    response.once('close', () => (this.#bytes -= bytes));
  }
}
