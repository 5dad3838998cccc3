import { type ServerResponse } from 'node:http';
import { maxPageBytes } from '@costplane/plugin-api';
import { destroyAfter } from './destroy-after.ts';

/** Bytes of unread responses above which pages become shorter. */
const budgetBytes = 128 * 2 ** 20;
/** Share of the remaining bytes that one page may take. */
const share = 1 / 8;
const minPageBytes = 256 * 2 ** 10;
/** Smaller bodies fit into the buffers of a connection. */
const smallBytes = 64 * 2 ** 10;
/** Lowest average rate at which a client must read a body, after the first minute. */
const graceMs = 60_000;
const minBytesPerMs = 16;

/** Disconnects a client that hardly reads a body. */
export function requireReading(response: ServerResponse, bytes: number): void {
  if (bytes >= smallBytes) destroyAfter(graceMs + bytes / minBytesPerMs, response);
}

/**
 * The response bodies that clients have not read completely. Many slow clients get shorter pages, those of the
 * same organization sooner, and clients that hardly read are disconnected, so that the memory of unread
 * bodies is bounded.
 */
export class UnsentBodies {
  #bytes = 0;
  readonly #byOrganization = new Map<string, number>();

  /** Current limit of a page in bytes. An organization's unread bodies count twice for it (decision 53). */
  maxPageBytes(organizationId = ''): number {
    const own = this.#byOrganization.get(organizationId) ?? 0;
    const left = (budgetBytes - this.#bytes - own) * share;
    return Math.min(maxPageBytes, Math.max(minPageBytes, left));
  }

  /** Counts a body until it is sent or its connection is closed. */
  track(response: ServerResponse, bytes: number, organizationId = ''): void {
    if (bytes < smallBytes || response.destroyed) return;
    this.#add(organizationId, bytes);
    requireReading(response, bytes);
    response.once('close', () => this.#add(organizationId, -bytes));
  }

  #add(organizationId: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#byOrganization.get(organizationId) ?? 0) + bytes;
    if (own > 0) this.#byOrganization.set(organizationId, own);
    else this.#byOrganization.delete(organizationId);
  }
}
