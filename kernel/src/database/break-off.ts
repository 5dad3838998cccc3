import { type Socket } from 'node:net';
import { type PoolClient } from 'pg';

/**
 * Ends a connection at once, and so whatever runs on it: a server that looks after its clients
 * (`client_connection_check_interval`) cancels the statement.
 */
export function breakOff(client: PoolClient): void {
  socketOf(client).destroy();
}

/** The socket below a client, which `pg` has no public name for. */
export const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
