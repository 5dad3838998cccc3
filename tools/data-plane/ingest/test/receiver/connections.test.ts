import { agentToken } from '@costplane/kernel/edge';
import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { node, pod } from '../sample-snapshot.ts';
import { connectTo, readUntil, statusesIn, toRequest } from './raw-requests.ts';
import { compress, openTestReceiver, makeReport, type TestReceiver } from './receiver.ts';

describe('connections to the receiver', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await openTestReceiver();
  });
  after(() => receiver.close());

  const fleet = () => makeReport({ nodes: [node('n1')], pods: [pod('p1', 'n1')] });

  it('answers only complete requests before an invalid one', async () => {
    const { clusterId, token } = await receiver.addCluster('before garbage');
    const good = connectTo(receiver.url);
    const both = [toRequest(token, compress(fleet())), Buffer.from('garbage\r\n\r\n')];
    await receiver.db.transaction().execute(async (tx) => {
      const lock = `ingest ${clusterId}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
      good.write(Buffer.concat(both));
      expect(statusesIn(await readUntil(good)), 'no answer of another').to.eql([]);
    });
    const broken = connectTo(receiver.url);
    const headers = { 'Transfer-Encoding': 'chunked' };
    const request = toRequest(token, 'no chunk\r\n', { headers }).toString();
    broken.write(request.replace(/Content-Length: .*\r\n/, ''));
    expect(statusesIn(await readUntil(broken)), 'its own').to.eql([400]);
  });

  it('closes one that pipelines too many requests', async () => {
    const { token } = await receiver.addCluster('patient');
    const request = toRequest(agentToken.mint(), '');
    const some = connectTo(receiver.url);
    some.end(Buffer.concat(Array<Buffer>(10).fill(request)));
    expect(statusesIn(await readUntil(some))).to.eql(Array(10).fill(401));
    const many = connectTo(receiver.url);
    const ended = new Promise((resolve) => many.on('close', resolve));
    let answers = '';
    many.on('data', (chunk: Buffer) => (answers += chunk.toString()));
    many.write(Buffer.concat(Array<Buffer>(1_000).fill(toRequest(agentToken.mint(), ''))));
    await ended;
    expect(statusesIn(answers)).to.have.length.below(11);
    const other = connectTo(receiver.url);
    other.end(toRequest(token, compress(fleet())));
    expect(statusesIn(await readUntil(other))).to.eql([200]);
  });

  it('are dropped with their pending responses', async () => {
    const another = await receiver.startAnother({});
    const { clusterId, token } = await receiver.addCluster('forgotten');
    const bad = toRequest(agentToken.mint(), '');
    await receiver.db.transaction().execute(async (tx) => {
      const lock = `ingest ${clusterId}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
      const socket = connectTo(another.url);
      socket.write(Buffer.concat([toRequest(token, compress(fleet())), bad, bad]));
      const waiting = `select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`;
      while ((await receiver.query(waiting)).length === 0) await sleep(5);
      socket.resetAndDestroy();
      await sleep(50);
    });
    await another.stop();
    const answers = receiver.log.filter(({ cluster_id }) => cluster_id === clusterId);
    expect(answers.map(({ status }) => status)).to.eql([499]);
  });

  it('answers a client that has half-closed, and then closes', async () => {
    const { token } = await receiver.addCluster('half closed');
    const whole = connectTo(receiver.url);
    whole.end(toRequest(token, compress(fleet())));
    expect(statusesIn(await readUntil(whole))).to.eql([200]);
    const idle = connectTo(receiver.url);
    idle.end();
    expect(statusesIn(await readUntil(idle))).to.eql([]);
    const half = connectTo(receiver.url);
    half.end(toRequest(token, compress(fleet()).subarray(0, 50), { length: 1_000 }));
    expect(statusesIn(await readUntil(half))).to.eql([400]);
    const isFree = async () =>
      (await (await fetch(receiver.metricsUrl)).text()).includes('receiver_queue_length 0\n');
    while (!(await isFree())) await sleep(5);
  });

  it('answers other expectations and requests without a host as it answers all', async () => {
    const { token } = await receiver.addCluster('odd');
    const expecting = connectTo(receiver.url);
    const headers = { Expect: '200-maybe', Connection: 'close' };
    expecting.write(toRequest(token, compress(fleet()), { headers }));
    const text = await readUntil(expecting);
    expect(statusesIn(text)).to.eql([417]);
    expect(text).to.include('"error":"unknown_expectation"');
    const nowhere = connectTo(receiver.url);
    const request = toRequest(agentToken.mint(), '').toString();
    nowhere.write(request.replace(/Host: .*\r\n/, ''));
    const refused = await readUntil(nowhere, (answer) => answer.includes('"}'));
    expect(refused).to.include('"error":"unknown_token"');
  });
});
