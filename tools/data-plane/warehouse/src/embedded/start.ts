import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { openLog, readLog } from './log-file.ts';
import { findPostmaster, removeStaleLock } from './postmaster.ts';
import { programFailure } from './program-failure.ts';
import { run } from './run.ts';
import { type Site } from './site.ts';

export interface StartOptions {
  isDurable: boolean;
  /** Preferred port, used if it is free. */
  preferredPort?: number | undefined;
}

/**
 * Starts PostgreSQL and waits until it is ready, or until it exits because another process was
 * faster or took the port: the caller then checks again.
 *
 * @throws {WarehouseError} if it exits for another reason
 */
export async function startPostmaster(
  site: Site,
  { isDurable, preferredPort }: StartOptions,
  deadline: number,
): Promise<void> {
  await removeStaleLock(site.data);
  const port = await choosePort(preferredPort);
  const log = await openLog(site.log);
  const child = run(site, 'postgres', ['-D', site.data, ...settings(port, isDurable)], log.file.fd);
  let isOver = false as boolean;
  child.once('exit', () => (isOver = true));
  child.once('error', () => (isOver = true));
  child.unref();
  await log.file.close();
  while (!isOver && Date.now() < deadline) {
    if ((await findPostmaster(site.data))?.isReady) return;
    await delay(5);
  }
  const said = await readLog(site.log, log.from);
  if (!isOver || passes.test(said)) return delay(50);
  throw await programFailure('The embedded PostgreSQL did not start', said, site);
}

/** Temporary reasons for a failed start: another server, its leftovers, a port that was just taken. */
const passes =
  /lock file "postmaster.pid" (?:already exists|is empty)|shared memory block .* is still in use|could not create any TCP\/IP sockets/;

function settings(port: number, isDurable: boolean): string[] {
  return Object.entries({
    listen_addresses: '127.0.0.1',
    port: String(port),
    // A path in the home directory can exceed the maximum length of a socket path.
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Failed statements are not logged, because they may contain tenant data; their sender gets the
    // error.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    ...(isDurable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function choosePort(preferred = 0): Promise<number> {
  const server = createServer().listen(preferred, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (preferred === 0) throw error;
    return choosePort();
  }
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
