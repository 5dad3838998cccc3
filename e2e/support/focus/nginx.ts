import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../costplane.ts';
import { temporaryFolder } from '../folder.ts';

export const nginxPath = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find(
  (path) => existsSync(path),
);

/** Whether the nginx at hand is of this version or a later one. */
export function isNginx(major: number, minor: number, patch: number): boolean {
  const { stderr } = spawnSync(nginxPath ?? 'nginx', ['-v'], { encoding: 'utf8' });
  const found = /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(stderr)?.slice(1).map(Number) ?? [0, 0, 0];
  const index = found.findIndex((part, at) => part !== [major, minor, patch][at]);
  return index < 0 || found[index]! > [major, minor, patch][index]!;
}

/** One nginx in front of a service, for HTTP/1.1 and for HTTP/2 without TLS. */
export interface Nginx {
  readonly url: string;
  readonly http2Url: string;
  /** Where it puts what it buffers. */
  readonly bufferFolder: string;
  stop(): Promise<void>;
}

/** @param settings directives of the location that passes everything on */
export async function startNginx(target: string, settings: string): Promise<Nginx> {
  const folder = await temporaryFolder();
  const [port, http2Port] = [await freePort(), await freePort()];
  const configuration = join(folder.path, 'nginx.conf');
  const bufferFolder = join(folder.path, 'proxy');
  const location = `location / { proxy_pass ${target}; ${settings} }`;
  const http2 = isNginx(1, 25, 1)
    ? `listen 127.0.0.1:${http2Port}; http2 on;`
    : `listen 127.0.0.1:${http2Port} http2;`;
  await writeFile(
    configuration,
    `daemon off;
    worker_processes 1;
    pid ${folder.path}/nginx.pid;
    error_log stderr error;
    events { worker_connections 64; }
    http {
      access_log off;
      client_body_temp_path ${folder.path}/client;
      proxy_temp_path ${bufferFolder};
      fastcgi_temp_path ${folder.path}/fastcgi;
      uwsgi_temp_path ${folder.path}/uwsgi;
      scgi_temp_path ${folder.path}/scgi;
      server { listen 127.0.0.1:${port}; ${location} }
      server { ${http2} ${location} }
    }`,
  );
  const child = spawn(nginxPath!, ['-p', folder.path, '-c', configuration]);
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  for (let waited = 0; !(await accepts(port)); waited += 20) {
    if (child.exitCode !== null || waited > 10_000) {
      throw new Error(`nginx did not start: ${complaints}`);
    }
    await sleep(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    http2Url: `http://127.0.0.1:${http2Port}`,
    bufferFolder,
    async stop() {
      await end(child);
      await folder.remove();
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
