import { type Socket } from 'node:net';
import { type PoolClient } from 'pg';

/** Releases a client. One that is still in a transaction is closed: the next user would be in it. */
export function releaseClient(client: PoolClient, destroy: boolean | Error = false): void {
  client.release(destroy === false ? isInTransaction(client) : destroy);
}

/**
 * Closes a client's connection at once, whatever runs on it, and frees its place in the pool. A server
 * that looks after its clients (`client_connection_check_interval`) cancels the statement. Whoever
 * uses the client may release it later, to no effect.
 */
export function destroyClient(client: PoolClient): void {
  socketOf(client).destroy();
  client.release(true);
  client.release = () => undefined;
}

export function isInTransaction(client: PoolClient): boolean {
  const { getTransactionStatus } = client as unknown as {
    getTransactionStatus: (this: PoolClient) => string | null;
  };
  return getTransactionStatus.call(client) !== 'I';
}

/** The statement that a client waits for, which `pg` has no public name for. */
export function activeStatement(client: PoolClient): object | undefined {
  const { _getActiveQuery: get } = client as unknown as {
    _getActiveQuery: (this: PoolClient) => object | null;
  };
  return get.call(client) ?? undefined;
}

/** The socket below a client, which `pg` has no public name for. */
export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
