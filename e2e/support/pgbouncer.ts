import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptsConnections } from './accepts-connections.ts';
import { freePort } from './costplane.ts';
import { temporaryFolder } from './folder.ts';

export const pgbouncerPath = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) =>
  existsSync(path),
);

/** A PgBouncer that hands out sessions of a server, and keeps the defaults of everything else. */
export interface PgBouncer {
  /** Where it serves a database of the server. */
  urlOf(databaseUrl: string): string;
  stop(): Promise<void>;
}

/** @param ignored the startup parameters that it ignores; it refuses those that it does not know */
export async function startPgBouncer(serverUrl: string, ignored = ''): Promise<PgBouncer> {
  const folder = await temporaryFolder();
  const port = await freePort();
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const file = join(folder.path, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort || '5432'} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
ignore_startup_parameters = ${ignored}
`,
  );
  await chmod(folder.path, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(pgbouncerPath!, [...user, file], { stdio: 'ignore' });
  for (let waited = 0; !(await acceptsConnections(port)); waited += 20) {
    if (child.exitCode !== null || waited > 60_000) throw new Error('PgBouncer did not start');
    await sleep(20);
  }
  return {
    urlOf: (databaseUrl) => `postgres://pooled@127.0.0.1:${port}${new URL(databaseUrl).pathname}`,
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await folder.remove();
    },
  };
}
