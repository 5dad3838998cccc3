import { type Socket } from 'node:net';
import { type Pool, type PoolClient } from 'pg';

const lookEveryMs = 500;

/**
 * Breaks off connections that have been in use for longer than a statement may take: their server
 * has gone silent, and would leave the request waiting until TCP gives up. One timer looks at all
 * of them; the driver's own (`query_timeout`) keeps every answer alive across garbage collections,
 * which cost a tenth of the throughput.
 */
export function breakOffSilent(pool: Pool, answerWithinMs: number): void {
  const inUseSince = new Map<PoolClient, number>();
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()));
  pool.on('release', (_error, client) => inUseSince.delete(client));
  pool.on('remove', (client) => inUseSince.delete(client));
  const looking = setInterval(() => {
    const earliest = performance.now() - answerWithinMs;
    for (const [client, since] of inUseSince) if (since < earliest) breakOff(client);
  }, lookEveryMs);
  looking.unref();
}

/** The same of connections whose statements may take as long as they like, as long as they speak. */
export function breakOffInactive(pool: Pool, inactiveForMs: number): void {
  pool.on('connect', (client) => {
    socketOf(client).setTimeout(inactiveForMs, () => {
      breakOff(client);
    });
  });
}

/**
 * Ends a connection at once, and so whatever runs on it: a server that looks after its clients
 * (`client_connection_check_interval`) cancels the statement.
 */
export function breakOff(client: PoolClient): void {
  socketOf(client).destroy();
}

/** The socket below a client, which `pg` has no public name for. */
const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
