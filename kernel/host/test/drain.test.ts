import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, get, Agent, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { drain, trackConnections } from '../src/http/drain.ts';

describe('draining a server', () => {
  it('lets a client read its response, then closes the kept connection', async function () {
    this.timeout(15_000);
    const bytes = 20_000_000;
    const inFlight = { count: 1 };
    const server = createServer((_request, response) => {
      response.once('close', () => (inFlight.count = 0)).end(Buffer.alloc(bytes));
    });
    const connections = trackConnections(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const request = get({ port, host: '127.0.0.1', agent: new Agent({ keepAlive: true }) });
    const [response] = (await once(request, 'response')) as [IncomingMessage];

    const drained = drain(server, connections, inFlight, 0);
    await sleep(5_200);
    let read = 0;
    for await (const chunk of response) read += (chunk as Buffer).length;
    const readAt = performance.now();
    await drained;

    expect(read).to.equal(bytes);
    expect(performance.now() - readAt).to.be.below(2_000);
  });

  it('closes a connection on which nothing was sent', async function () {
    this.timeout(15_000);
    const server = createServer();
    const connections = trackConnections(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume();
    await once(server, 'connection');
    await Promise.all([once(socket, 'close'), drain(server, connections, { count: 0 }, 0)]);
  });
});
