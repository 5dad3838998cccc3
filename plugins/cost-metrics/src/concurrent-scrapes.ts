import { type Readable } from 'node:stream';
import { ApiError } from '@costplane/plugin-api';

/** Concurrent scrapes of an organization: each holds a connection until its client has read it. */
const maxScrapes = 4;

/** Keeps clients that read slowly from holding the connections that lists need (decision 53). */
export class ConcurrentScrapes {
  readonly #counts = new Map<string, number>();

  /** @throws {ApiError} `RATE_LIMITED` if too many bodies are open */
  begin(organizationId: string, body: Readable): Readable {
    const count = this.#counts.get(organizationId) ?? 0;
    if (count >= maxScrapes) {
      body.destroy();
      throw new ApiError('RATE_LIMITED', [{ reason: 'too_many_concurrent_requests' }], {
        message: `At most ${maxScrapes} scrapes of an organization run at a time.`,
        headers: { 'Retry-After': '10' },
      });
    }
    this.#add(organizationId, 1);
    return body.once('close', () => this.#add(organizationId, -1));
  }

  #add(organizationId: string, change: number): void {
    const count = (this.#counts.get(organizationId) ?? 0) + change;
    if (count > 0) this.#counts.set(organizationId, count);
    else this.#counts.delete(organizationId);
  }
}
