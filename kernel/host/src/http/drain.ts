import { type Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const checkEveryMs = 20;
/** How long new requests are still answered while others are running; readiness is 503 meanwhile. */
const acceptWhileBusyMs = 5_000;
const breakOffAfterMs = 20_000;

/** The open connections of a server, from now on. */
export function trackConnections(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/**
 * Shuts a server down gracefully. For `minSeconds`, and some seconds longer while requests are in flight,
 * it still accepts requests, with readiness at 503. Then it stops accepting; requests that still run 20
 * seconds later are aborted.
 */
export async function drain(
  server: Server,
  connections: Iterable<Socket>,
  inFlight: { readonly count: number },
  minSeconds: number,
): Promise<void> {
  await sleep(minSeconds * 1000);
  const busyUntil = Date.now() + acceptWhileBusyMs;
  while (inFlight.count > 0 && Date.now() < busyUntil) await sleep(checkEveryMs);
  const closed = new Promise<void>((resolve) => {
    // Unlike `close` of HTTP servers, leaves connections open whose clients still read a response.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const idleTimer = setInterval(() => {
    if (inFlight.count > 0) return;
    server.closeIdleConnections();
    // Those without a first request do not count as idle.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
  }, checkEveryMs);
  const timer = setTimeout(() => server.closeAllConnections(), breakOffAfterMs);
  await closed;
  clearInterval(idleTimer);
  clearTimeout(timer);
  // Ends the timer with which an HTTP server checks its connections.
  server.close();
}
