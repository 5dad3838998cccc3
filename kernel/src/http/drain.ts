import { type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const checkEveryMs = 20;
const breakOffAfterMs = 30_000;

/** Counts the requests that are being answered. */
export interface InFlight {
  readonly count: number;
}

/**
 * Ends a server without harming a request: it goes on answering while readiness says 503 and
 * requests are in flight, then closes. What still runs after half a minute is broken off.
 */
export async function drain(server: Server, inFlight: InFlight, minSeconds: number): Promise<void> {
  const startedAt = Date.now();
  const elapsed = () => Date.now() - startedAt;
  while (elapsed() < breakOffAfterMs && (inFlight.count > 0 || elapsed() < minSeconds * 1000)) {
    await sleep(checkEveryMs);
  }
  const closed = new Promise<void>((resolve) =>
    server.close(() => {
      resolve();
    }),
  );
  server.closeIdleConnections();
  const timer = setTimeout(
    () => {
      server.closeAllConnections();
    },
    Math.max(0, breakOffAfterMs - elapsed()) || checkEveryMs,
  );
  await closed;
  clearTimeout(timer);
}
