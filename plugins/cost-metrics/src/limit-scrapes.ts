import { type Readable } from 'node:stream';
import { ApiError } from '@costplane/plugin-api';

/** Concurrent scrapes of an organization: each holds a connection until its client has read it. */
const maxScrapes = 4;

/** Keeps clients that read slowly from holding the connections that lists need (decision 53). */
export function limitScrapes() {
  const running = new Map<string, number>();
  return (organizationId: string, body: Readable): Readable => {
    const count = running.get(organizationId) ?? 0;
    if (count >= maxScrapes) {
      throw new ApiError('RATE_LIMITED', [{ reason: 'too_many_concurrent_requests' }], {
        message: `At most ${maxScrapes} scrapes of an organization run at a time.`,
        headers: { 'Retry-After': '10' },
      });
    }
    running.set(organizationId, count + 1);
    const end = () => running.set(organizationId, (running.get(organizationId) ?? 1) - 1);
    return body.once('close', end);
  };
}
