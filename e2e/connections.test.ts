import { expect } from 'chai';
import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReceiver } from './receiver/support/receiver.ts';
import { serve } from './support/costplane.ts';
import { createDatabase, type Database } from './support/database.ts';
import { skip } from './support/skip.ts';

const connections = 1_500;
/** What the system allows: a server cannot have a longer backlog. */
const longestBacklog = async () =>
  Number(await readFile('/proc/sys/net/core/somaxconn', 'utf8').catch(() => '0'));

interface Process {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<unknown>;
}

/** The sockets that the system connects while the process itself does nothing. */
async function connectWhileBusy({ url, process }: Process): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  process.kill('SIGSTOP');
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname));
  let connected = 0;
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.on('connect', () => (connected += 1));
  }
  for (let waited = 0; connected < connections && waited < 30_000; waited += 50) await sleep(50);
  process.kill('SIGCONT');
  expect(connected).to.equal(connections);
  return sockets;
}

async function readStatus(socket: Socket): Promise<string> {
  socket.write('GET /health/live HTTP/1.1\r\nHost: costplane\r\nConnection: close\r\n\r\n');
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'close');
  return text.slice(0, 12);
}

describe('a burst of connections', () => {
  let database: Database | undefined;
  before(async function () {
    if ((await longestBacklog()) < connections) skip(this, 'net.core.somaxconn is too small');
    database = await createDatabase();
  });
  after(() => database?.drop());

  const starts: readonly [string, string, () => Promise<Process>][] = [
    ['service', 'HTTP/1.1 200', () => serve({ DATABASE_URL: database?.url })],
    ['receiver', 'HTTP/1.1 404', () => startReceiver({ DATABASE_URL: database?.url })],
  ];
  for (const [name, status, start] of starts) {
    it(`waits for the ${name} while it is busy, and is answered`, async () => {
      const process = await start();
      try {
        const sockets = await connectWhileBusy(process);
        expect(new Set(await Promise.all(sockets.map(readStatus)))).to.eql(new Set([status]));
      } finally {
        await process.stop();
      }
    });
  }
});
