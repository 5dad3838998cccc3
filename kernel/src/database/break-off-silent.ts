import { type Pool, type PoolClient } from 'pg';
import { breakOff, socketOf } from './break-off.ts';
import { giveUp } from './give-up.ts';

const lookEveryMs = 500;

/**
 * Gives up connections that have been in use for longer than a statement may take: their server has
 * gone silent, and would leave the request waiting until TCP gives up, or their holder does not give
 * them back. One timer looks at all of them; the driver's own (`query_timeout`) keeps every answer alive across garbage collections,
 * which cost a tenth of the throughput.
 */
export function breakOffSilent(pool: Pool, answerWithinMs: number): void {
  const inUseSince = new Map<PoolClient, number>();
  pool.on('acquire', (client) => inUseSince.set(client, performance.now()));
  pool.on('release', (_error, client) => inUseSince.delete(client));
  pool.on('remove', (client) => inUseSince.delete(client));
  const looking = setInterval(() => {
    const earliest = performance.now() - answerWithinMs;
    for (const [client, since] of inUseSince) if (since < earliest) giveUp(client);
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
