import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../costplane.ts';
import { temporaryFolder } from '../folder.ts';
import { findProgram, isOfVersion, type Proxy, startProgram } from './proxy-process.ts';

export const nginxPath = findProgram('nginx');

/** Whether the nginx at hand is of this version or a later one. */
export const isNginx = (major: number, minor: number, patch: number): boolean =>
  isOfVersion(nginxPath ?? 'nginx', '-v', [major, minor, patch]);

export interface Nginx extends Proxy {
  /** Where it puts what it buffers. */
  readonly bufferFolder: string;
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
  const args = ['-p', folder.path, '-c', configuration];
  const { stop } = await startProgram(nginxPath!, args, {
    ports: [port, http2Port],
    home: folder.path,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    http2Url: `http://127.0.0.1:${http2Port}`,
    bufferFolder,
    async stop() {
      await stop();
      await folder.remove();
    },
  };
}
