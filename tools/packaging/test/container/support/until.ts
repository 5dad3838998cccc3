import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './container.ts';

const withinMs = 60_000;

/** Waits until an address answers with 200; fails with what the process said when it ends first. */
export async function untilAnswers(
  url: string,
  { process: child, output }: Running,
): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs; waitedMs += 50) {
    if (child.exitCode !== null) break;
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`${url} does not answer: ${output.stderr}`);
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
