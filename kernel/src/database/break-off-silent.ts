import { type Pool, type PoolClient } from 'pg';
import { breakOff, socketOf } from './break-off.ts';
import { giveUp } from './give-up.ts';

const lookEveryMs = 500;

/** A statement that runs, and since when it has been seen to. */
interface Seen {
  readonly statement: object;
  readonly sinceMs: number;
}

/**
 * Gives up connections with a statement that runs for longer than one may: their server has gone
 * silent, and would leave the request waiting until TCP gives up. How long a request may hold a
 * connection is said by its deadline.
 *
 * One timer looks at all of them; the driver's own (`query_timeout`) keeps every answer alive across
 * garbage collections, which cost a tenth of the throughput.
 */
export function breakOffSilent(pool: Pool, answerWithinMs: number): void {
  const inUse = new Map<PoolClient, Seen | undefined>();
  pool.on('acquire', (client) => inUse.set(client, undefined));
  pool.on('release', (_error, client) => inUse.delete(client));
  pool.on('remove', (client) => inUse.delete(client));
  const looking = setInterval(() => {
    const now = performance.now();
    for (const [client, seen] of inUse) {
      const statement = runningOn(client);
      if (statement !== seen?.statement) {
        inUse.set(client, statement && { statement, sinceMs: now });
      } else if (seen && seen.sinceMs < now - answerWithinMs) {
        giveUp(client);
      }
    }
  }, lookEveryMs);
  looking.unref();
}

/** The statement that a client waits for, which `pg` has no public name for. */
function runningOn(client: PoolClient): object | undefined {
  const { _getActiveQuery: get } = client as unknown as {
    _getActiveQuery: (this: PoolClient) => object | null;
  };
  return get.call(client) ?? undefined;
}

/** The same of connections whose statements may take as long as they like, as long as they speak. */
export function breakOffInactive(pool: Pool, inactiveForMs: number): void {
  pool.on('connect', (client) => {
    socketOf(client).setTimeout(inactiveForMs, () => {
      breakOff(client);
    });
  });
}
