import { type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode, firstLine } from '../connection-failure.ts';
import { WarehouseError } from '../warehouse-error.ts';
import { findPostmaster } from './postmaster.ts';
import { type Site } from './site.ts';
import { startPostmaster, type StartOptions } from './start.ts';

/**
 * A connection that represents one process which needs the database. The server stops when the last
 * lease ends; the lease of a process that dies ends with it.
 */
export interface Lease {
  client: Client;
  port: number;
}

export const leaseName = 'costplane lease';
const stopLock = 7_259_103_022;
const patience = 30_000;

/** Takes a lease on the running server, or starts one. */
export async function takeLease(
  site: Site,
  options: StartOptions,
  onProgress?: (message: string) => void,
): Promise<Lease> {
  const deadline = Date.now() + patience;
  let isAnnounced = false;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(site.data);
    if (!postmaster) {
      if (!isAnnounced) onProgress?.('Starting the embedded PostgreSQL');
      isAnnounced = true;
      await startPostmaster(site, options, deadline);
      continue;
    }
    const client = postmaster.isReady && (await connect(site, postmaster.port));
    // A stopping server ends sessions one by one, so the lock may be free before this session ends.
    if (client && (await findPostmaster(site.data))?.isReady) {
      return { client, port: postmaster.port };
    }
    if (client) await client.end().catch(() => undefined);
    await delay(20);
  }
  throw new WarehouseError(
    `The embedded PostgreSQL was not ready within ${patience / 1000} seconds; ` +
      `see its log ${site.log}`,
  );
}

export function leaseUrl(site: Site, port: number): string {
  return `postgres://costplane:${site.password}@127.0.0.1:${port}/costplane`;
}

/** Undefined if the server has stopped, or is about to. */
async function connect(site: Site, port: number): Promise<Client | undefined> {
  const client = new Client({
    connectionString: leaseUrl(site, port),
    application_name: leaseName,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    // Held by a process that checks whether it was the last one.
    await client.query('select pg_advisory_lock_shared($1)', [stopLock]);
    await client.query('select pg_advisory_unlock_shared($1)', [stopLock]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (errorCode(error) !== '28P01') return undefined;
    throw new WarehouseError(
      `The embedded PostgreSQL refuses the password in ${site.home}: ${firstLine(error)}; restore the file postgres.password`,
      { cause: error },
    );
  }
}

/** Releases the lease, and stops the server if it was the last one. */
export async function endLease(lease: Lease, site: Site): Promise<void> {
  const { client } = lease;
  try {
    leaseSocket(lease).ref();
    await client.query('select pg_advisory_lock($1)', [stopLock]);
    // The connection of a released lease may remain visible slightly longer than its lock.
    await client.query(`set application_name = 'costplane lease, ended'`);
    const others = await client.query('select from pg_stat_activity where application_name = $1', [
      leaseName,
    ]);
    if (others.rowCount === 0) await stop(site);
  } catch {
    // The server has already stopped.
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The socket of a lease, for which `pg` has no public API. */
export function leaseSocket({ client }: Lease): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}

async function stop(site: Site): Promise<void> {
  const postmaster = await findPostmaster(site.data);
  if (!postmaster) return;
  process.kill(postmaster.pid, 'SIGINT');
  const deadline = Date.now() + patience;
  while (Date.now() < deadline) {
    if ((await findPostmaster(site.data))?.pid !== postmaster.pid) return;
    await delay(10);
  }
}
