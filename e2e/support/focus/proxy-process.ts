import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { acceptsConnections } from '../accepts-connections.ts';

/** A proxy in front of a service, for HTTP/1.1 and for HTTP/2 without TLS. */
export interface Proxy {
  readonly url: string;
  readonly http2Url: string;
  stop(): Promise<void>;
}

export type Version = readonly [major: number, minor: number, patch: number];

/** The program of a name, where it is installed. */
export const findProgram = (name: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin']
    .map((folder) => `${folder}/${name}`)
    .find((path) => existsSync(path));

/** Whether a program says that it is of this version or a later one. */
export function isOfVersion(path: string, argument: string, version: Version): boolean {
  const { stdout, stderr } = spawnSync(path, [argument], { encoding: 'utf8' });
  const found = /(\d+)\.(\d+)\.(\d+)/
    .exec(stdout + stderr)
    ?.slice(1)
    .map(Number) ?? [0, 0, 0];
  const index = found.findIndex((part, at) => part !== version[at]);
  return index < 0 || found[index]! > version[index]!;
}

/** Starts a proxy whose own files are in `home`, and waits until it accepts connections at its ports. */
export async function startProgram(
  path: string,
  args: readonly string[],
  { ports, home }: { readonly ports: readonly number[]; readonly home: string },
): Promise<{ readonly stop: () => Promise<void> }> {
  const child = spawn(path, args, {
    env: { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  for (const port of ports) {
    for (let waited = 0; !(await acceptsConnections(port)); waited += 20) {
      if (child.exitCode !== null || waited > 60_000) {
        await end(child);
        throw new Error(`${path} did not start: ${output}`);
      }
      await sleep(20);
    }
  }
  return { stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
