import { type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const checkEveryMs = 20;
/** How long new requests are still answered, with 503 of readiness among them, while others run. */
const acceptWhileBusyMs = 5_000;
const breakOffAfterMs = 20_000;

/**
 * Ends a server without harming a request. For `minSeconds`, and some seconds longer while
 * requests are in flight, it goes on accepting: readiness says 503 meanwhile. Then it accepts no
 * more; what still runs 20 seconds later is broken off.
 */
export async function drain(
  server: Server,
  inFlight: { readonly count: number },
  minSeconds: number,
): Promise<void> {
  await sleep(minSeconds * 1000);
  const busyUntil = Date.now() + acceptWhileBusyMs;
  while (inFlight.count > 0 && Date.now() < busyUntil) await sleep(checkEveryMs);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), breakOffAfterMs);
  await closed;
  clearTimeout(timer);
}
