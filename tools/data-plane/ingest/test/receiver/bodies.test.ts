import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { connectTo, readUntil, statusesIn, toRequest } from './raw-requests.ts';
import { openTestReceiver, makeReport, send, type TestReceiver } from './receiver.ts';

const mib = 2 ** 20;

describe('the receiver, resources for bodies', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await openTestReceiver({ maxSnapshotBytes: 64 * mib });
  });
  after(() => receiver.close());

  const readMetric = async (name: string) => {
    const text = await (await fetch(receiver.metricsUrl)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1));
  };

  it('rejects a small body that takes too long to parse, without stopping a worker', async () => {
    const { token } = await receiver.addCluster('many objects');
    const body = zstdCompressSync(`{"extra":[${'{},'.repeat(5_000_000)}{}]}`);
    const { status, body: answer } = await send(receiver.url, token, body);
    expect({ status, error: answer.error }).to.eql({ status: 413, error: 'snapshot_too_large' });
    expect(answer.message).to.match(/^The body has more than 4000000 objects and lists/);
    expect((await send(receiver.url, token, makeReport())).status).to.equal(200);
    expect(await readMetric('costplane_receiver_worker_restarts_total')).to.equal(0);
  });

  it('counts all memory of a body in tiny chunks', async () => {
    const { token } = await receiver.addCluster('tiny chunks');
    const socket = connectTo(receiver.url);
    const head = toRequest(token, '', { headers: { 'Transfer-Encoding': 'chunked' } });
    socket.write(head.toString().replace('Content-Length: 0\r\n', ''));
    const before = process.memoryUsage().external + process.memoryUsage().heapUsed;
    const count = 300_000;
    socket.write('1\r\na\r\n'.repeat(count));
    while ((await readMetric('costplane_receiver_queue_bytes')) < count) await sleep(5);
    const { external, heapUsed } = process.memoryUsage();
    expect(external + heapUsed - before).to.be.below(40 * mib);
    const answer = readUntil(socket, (text) => text.includes('"}'));
    socket.write('0\r\n\r\n');
    expect(statusesIn(await answer)).to.eql([400]);
    expect(await readMetric('costplane_receiver_queue_bytes')).to.equal(0);
  });

  it('releases the slot of a client that disconnects while its token is looked up', async () => {
    const { token } = await receiver.addCluster('gone early');
    const socket = connectTo(receiver.url);
    const locked = receiver.query('begin; lock table agent_tokens; select pg_sleep(0.3); commit');
    await sleep(50);
    socket.write(toRequest(token, 'x', { length: 1_000 }));
    await sleep(100);
    socket.destroy();
    await locked;
    const ofClient = () => receiver.log.filter(({ status }) => status === 499);
    while (ofClient().length === 0) await sleep(5);
    expect(ofClient().map(({ level }) => level)).to.eql(['debug']);
    expect(await readMetric('costplane_receiver_queue_length')).to.equal(0);
  });
});
