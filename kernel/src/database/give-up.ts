import { type PoolClient } from 'pg';
import { breakOff } from './break-off.ts';

/**
 * Ends a connection that somebody holds, whatever runs on it, and frees its place in the pool. The
 * holder may give it back later, to no effect.
 */
export function giveUp(client: PoolClient): void {
  breakOff(client);
  client.release(true);
  client.release = () => undefined;
}

/** Gives a connection back. One that is still in a transaction is closed: the next would be in it. */
export function giveBack(client: PoolClient, destroy: boolean | Error = false): void {
  client.release(destroy === false ? isInTransaction(client) : destroy);
}

function isInTransaction(client: PoolClient): boolean {
  const { getTransactionStatus } = client as unknown as {
    getTransactionStatus: (this: PoolClient) => string | null;
  };
  return getTransactionStatus.call(client) !== 'I';
}
