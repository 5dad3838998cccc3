import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const program = `
import { createServer } from 'node:http';
import { listen } from ${JSON.stringify(new URL('../../src/receiver/listen.ts', import.meta.url).href)};
console.log(await listen(createServer(), { host: '127.0.0.1', port: 0 }, '--listen'));
`;

describe('the port of the receiver', () => {
  let child: ChildProcess;
  const sockets: Socket[] = [];
  after(() => {
    for (const socket of sockets) socket.destroy();
    child.kill('SIGKILL');
  });

  it('accepts more connections than the 511 of Node.js while the process is busy', async () => {
    child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout!, 'data')) as [Buffer];
    const { hostname: host, port } = new URL(line.toString().trim());
    child.kill('SIGSTOP');
    const connected = Array.from({ length: 1_000 }, async () => {
      const socket = connect({ host, port: Number(port) });
      sockets.push(socket);
      await once(socket, 'connect');
    });
    await Promise.all(connected);
    expect(sockets).to.have.length(1_000);
  });
});
