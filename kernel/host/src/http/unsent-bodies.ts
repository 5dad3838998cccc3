import { type ServerResponse } from 'node:http';
import { ApiError, maxPageBytes } from '@costplane/plugin-api';
import { destroyAfter } from './destroy-after.ts';

/** Bytes of unsent bodies above which pages become shorter; the limit of one organization. */
const budgetBytes = 128 * 2 ** 20;
/** Share of the remaining bytes that one page may take. */
const share = 1 / 8;
const minPageBytes = 256 * 2 ** 10;
/** Smaller bodies fit into the buffers of a connection. */
export const smallBytes = 64 * 2 ** 10;
/** Lowest average rate at which a client must read a body, after the first minute; and the longest time. */
const graceMs = 60_000;
const minBytesPerMs = 16;
const maxReadingMs = 300_000;

/** Disconnects a client that hardly reads a body. */
export function requireReading(response: ServerResponse, bytes: number): void {
  if (bytes < smallBytes) return;
  destroyAfter(Math.min(graceMs + bytes / minBytesPerMs, maxReadingMs), response);
}

const tooManyUnsent = () =>
  new ApiError('RATE_LIMITED', [{ reason: 'too_many_concurrent_requests' }], {
    message: 'Too many requests and responses are still being sent; try again in 10 seconds.',
    headers: { 'Retry-After': '10' },
  });

/**
 * The bodies that clients have not read or sent completely. Many slow clients get shorter pages, those of the
 * same organization sooner, an organization with too many gets 429, and clients that hardly read are
 * disconnected, so that the memory of these bodies is bounded.
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

  /** Counts the body of a response until it is sent or its connection is closed. */
  track(response: ServerResponse, bytes: number, organizationId = ''): void {
    if (bytes < smallBytes || response.destroyed) return;
    const release = this.hold(bytes, organizationId);
    requireReading(response, bytes);
    response.once('close', release);
  }

  /** Counts bytes until the result is called. Throws if the organization has too many. */
  hold(bytes: number, organizationId = ''): () => void {
    const own = this.#byOrganization.get(organizationId) ?? 0;
    if (organizationId !== '' && own > 0 && own + bytes > budgetBytes) throw tooManyUnsent();
    this.#add(organizationId, bytes);
    return () => this.#add(organizationId, -bytes);
  }

  #add(organizationId: string, bytes: number): void {
    this.#bytes += bytes;
    const own = (this.#byOrganization.get(organizationId) ?? 0) + bytes;
    if (own > 0) this.#byOrganization.set(organizationId, own);
    else this.#byOrganization.delete(organizationId);
  }
}
