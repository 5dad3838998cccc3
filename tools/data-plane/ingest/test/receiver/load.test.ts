import { expect } from 'chai';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { type Receiver } from '../../src/receiver/receiver.ts';
import { node, pod } from '../sample-snapshot.ts';
import { connectTo, readUntil, statusesIn, toRequest } from './raw-requests.ts';
import { compress, openTestReceiver, makeReport, send, type TestReceiver } from './receiver.ts';

const mib = 2 ** 20;

describe('the receiver, under load', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await openTestReceiver({ bodyWithinMs: 700, answerWithinMs: 4_000 });
    // On a busy machine the first report takes longer: its worker is being started.
    const { token } = await receiver.addCluster('first');
    while ((await send(receiver.url, token, fleet())).status !== 200) await sleep(100);
  });
  after(() => receiver.close());

  const fleet = (seconds = 0) =>
    makeReport({ nodes: [node('n1')], pods: [pod('p1', 'n1')] }, seconds);

  /** Holds what a snapshot of the cluster needs, until it is told to let go. */
  const block = async (clusterId: string) => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<undefined>();
    const over = receiver.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`ingest ${clusterId}`}, 0))`.execute(
        tx,
      );
      begin(undefined);
      await held;
    });
    await begun;
    return async () => {
      letGo(undefined);
      await over;
    };
  };
  const readMetric = async (name: string) => {
    const text = await (await fetch(receiver.metricsUrl)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return Number(line?.split(' ').at(-1));
  };

  it('answers 429 when the queue of the cluster is full', async () => {
    const { clusterId, token } = await receiver.addCluster('full');
    const letGo = await block(clusterId);
    const waiting = Array.from({ length: 4 }, (_, index) =>
      send(receiver.url, token, fleet(index - 10)),
    );
    while ((await readMetric('costplane_receiver_queue_length')) < 4) await sleep(5);
    const { status, headers, body } = await send(receiver.url, token, fleet());
    expect({ status, ...body }).to.include({ status: 429, error: 'queue_full' });
    expect(headers.get('retry-after')).to.equal(String(body.retry_after_seconds));
    const { token: another } = await receiver.addCluster('beside');
    expect((await send(receiver.url, another, fleet())).status, 'another cluster').to.equal(200);
    await letGo();
    const statuses = (await Promise.all(waiting)).map((one) => one.status);
    expect(statuses).to.include(200);
    expect(await readMetric('costplane_receiver_queue_length')).to.equal(0);
    expect(await readMetric('costplane_receiver_queue_bytes')).to.equal(0);
  });

  it('answers in time if storing takes too long, and the retry succeeds', async () => {
    const { clusterId, token } = await receiver.addCluster('slow');
    const report = fleet();
    const letGo = await block(clusterId);
    const { status, headers, body } = await send(receiver.url, token, report);
    expect({ status, error: body.error }).to.eql({ status: 503, error: 'too_busy' });
    expect(headers.get('retry-after')).to.match(/^\d+$/);
    const next = send(receiver.url, token, report);
    await letGo();
    expect((await next).status).to.equal(200);
    const { count } = await receiver.one(
      `select count(*) from snapshots where cluster_id = '${clusterId}'`,
    );
    expect(count).to.equal('1');
  });

  it('answers 408 to a body that does not arrive', async () => {
    const digest = await receiver.digest();
    const body = compress(fleet());
    const socket = connectTo(receiver.url);
    socket.write(toRequest(receiver.token, body.subarray(0, 50), { length: body.length }));
    expect(statusesIn(await readUntil(socket, (text) => text.includes('"}')))).to.eql([408]);
    expect(await receiver.digest()).to.equal(digest);
    expect(await readMetric('costplane_receiver_queue_length')).to.equal(0);
  });

  it('drops a client that disconnects within its body', async () => {
    const digest = await receiver.digest();
    const body = compress(fleet());
    for (let part = 1; part < 5; part += 1) {
      const socket = connectTo(receiver.url);
      const sent = body.subarray(0, (body.length * part) / 5);
      socket.write(toRequest(receiver.token, sent, { length: body.length }));
      while ((await readMetric('costplane_receiver_queue_length')) === 0) await sleep(5);
      socket.destroy();
      while ((await readMetric('costplane_receiver_queue_length')) > 0) await sleep(5);
    }
    expect(await receiver.digest()).to.equal(digest);
  });

  it('closes a connection without headers, and one that is not HTTP', async () => {
    const large = connectTo(receiver.url);
    large.write(`POST / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}\r\n`);
    expect(statusesIn(await readUntil(large))).to.eql([431]);
    const other = connectTo(receiver.url);
    other.write('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n');
    expect(statusesIn(await readUntil(other))).to.eql([400]);
  });

  it('refuses a report that exceeds the memory of a worker only when it is applied', async () => {
    const small = await receiver.startAnother({
      maxSnapshotBytes: 600 * mib,
      heapMb: 64,
      answerWithinMs: 100_000,
    });
    const { token } = await receiver.addCluster('too many pods');
    const pods = Array.from({ length: 35_000 }, (_, nth) => pod(`p${nth}`, 'n'));
    const answer = await send(small.url, token, makeReport({ nodes: [node('n')], pods }));
    expect({ status: answer.status, error: answer.body.error }).to.eql({
      status: 413,
      error: 'snapshot_too_large',
    });
  });

  it('stops only a worker that exceeds its limits', async () => {
    const hostile = await receiver.startAnother({
      maxSnapshotBytes: 600 * mib,
      heapMb: 64,
      answerWithinMs: 20_000,
    });
    const { token } = await receiver.addCluster('hostile');
    const digest = await receiver.digest();
    const body = zstdCompressSync(`{"a":[${'{},'.repeat(3_000_000)}{}]}`);
    const answer = await send(hostile.url, token, body);
    expect({ status: answer.status, error: answer.body.error }).to.eql({
      status: 413,
      error: 'snapshot_too_large',
    });
    expect(await receiver.digest()).to.equal(digest);
    const statuses: number[] = [];
    while (statuses.at(-1) !== 200 && statuses.length < 100) {
      statuses.push((await send(hostile.url, token, fleet())).status);
      await sleep(50);
    }
    expect(statuses.filter((status) => status !== 503)).to.eql([200]);
    expect(statuses.at(-1)).to.equal(200);
  });

  describe('while it stops', () => {
    let stopping: Receiver;
    beforeEach(async () => (stopping = await receiver.startAnother({ answerWithinMs: 5_000 })));

    it('stores accepted reports, and accepts no more', async () => {
      const { clusterId, token } = await receiver.addCluster(`stopped ${Date.now()}`);
      const letGo = await block(clusterId);
      const kept = connectTo(stopping.url);
      const idle = readUntil(connectTo(stopping.url));
      kept.write(toRequest(token, compress(fleet())));
      const answer = readUntil(kept);
      await sleep(200);
      const stopped = stopping.stop();
      const { status } = await fetch(stopping.metricsUrl.replace('/metrics', '/health/ready'));
      expect(status).to.equal(503);
      const refused = await send(stopping.url, token, fleet()).catch(() => 'refused');
      expect(refused).to.equal('refused');
      await letGo();
      const text = await answer;
      expect(statusesIn(text)).to.eql([200]);
      expect(text).to.include('Connection: close');
      expect(await idle).to.equal('');
      await stopped;
      const { count } = await receiver.one(
        `select count(*) from snapshots where cluster_id = '${clusterId}'`,
      );
      expect(count).to.equal('1');
    });
  });
});

describe('the receiver, health and metrics', () => {
  let receiver: TestReceiver;
  before(async () => (receiver = await openTestReceiver()));
  after(() => receiver.close());

  const management = async (path: string, url = receiver.metricsUrl) => {
    const response = await fetch(new URL(path, url));
    return { status: response.status, text: await response.text() };
  };
  const readMetric = async (name: string) => {
    const { text } = await management('/metrics');
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
  };

  it('are on a port of their own', async () => {
    expect((await management('/health')).status).to.equal(200);
    expect((await management('/health/live')).status).to.equal(200);
    expect(JSON.parse((await management('/health/ready')).text)).to.eql({ status: 'ready' });
    expect((await management('/api/v1/metrics/ingest')).status).to.equal(404);
    for (const path of ['/health', '/metrics']) {
      expect((await fetch(receiver.url + path)).status, path).to.equal(404);
    }
  });

  it('count requests, responses and stored reports', async () => {
    const report = makeReport({ nodes: [node('n1')], pods: [pod('p1', 'n1'), pod('p2', 'n1')] });
    await send(receiver.url, receiver.token, report);
    await send(receiver.url, receiver.token, report);
    await send(receiver.url, 'nobody', report);
    const { text } = await management('/metrics');
    const expected = [
      'requests_total{status="200",reason="applied"} 1',
      'requests_total{status="200",reason="duplicate"} 1',
      'requests_total{status="401",reason="malformed_token"} 1',
      'snapshots_total{outcome="applied"} 1',
      'snapshots_total{outcome="duplicate"} 1',
      'pods_total 2',
      'queue_length 0',
      'queue_bytes 0',
      'waiting_seconds_count 2',
      'applying_seconds_count 2',
      'worker_restarts_total 0',
    ];
    for (const line of expected) expect(text.split('\n')).to.include(`costplane_receiver_${line}`);
    expect(text).to.match(/costplane_receiver_decompressed_bytes_total \d{4,}\n/);
    expect(text).to.include('process_resident_memory_bytes');
  });

  it('report an unavailable database, and reports get 503 before they are read', async () => {
    const url = new URL(receiver.databaseUrl);
    url.port = '1';
    const lost = await receiver.startAnother({ databaseUrl: url.href });
    const ready = await management('/health/ready', lost.metricsUrl);
    expect(ready.status).to.equal(503);
    expect(JSON.parse(ready.text)).to.eql({ status: 'not_ready', reason: 'database' });
    expect((await management('/health/live', lost.metricsUrl)).status).to.equal(200);
    const { status, headers, body } = await send(lost.url, receiver.token, makeReport());
    expect({ status, error: body.error }).to.eql({ status: 503, error: 'database_unavailable' });
    expect(headers.get('retry-after')).to.equal('5');
  });

  it('log why a report was rejected, with limited length', async () => {
    receiver.log.length = 0;
    await send(receiver.url, receiver.token, makeReport({ pods: 'many' }));
    const key = 'k'.repeat(5_000);
    const quota = { namespace: 'shop', hard: { [key]: 1 } };
    await send(receiver.url, receiver.token, makeReport({ resource_quotas: [quota] }));
    expect(receiver.log[0]).to.include({
      status: 422,
      reason: 'no_snapshot',
      message: 'report refused',
      detail: 'pods must be a list (got "many").',
    });
    expect(receiver.log[1]!.detail).to.be.a('string').that.has.lengthOf.at.most(512);
  });

  it('count truncated values, and log them once', async () => {
    const { clusterId, token } = await receiver.addCluster('wordy');
    const before = await readMetric('costplane_receiver_cut_values_total');
    receiver.log.length = 0;
    for (const second of [1, 2]) {
      const labels = { [`key-${second}`]: 'x'.repeat(5_000) };
      const report = makeReport({ nodes: [node('n1', { labels })] }, second);
      expect((await send(receiver.url, token, report)).status).to.equal(200);
    }
    expect(await readMetric('costplane_receiver_cut_values_total')).to.equal(before + 2);
    expect(receiver.log.filter(({ first }) => first === 'nodes[0].labels')).to.have.length(1);
    const stored = await receiver.one(`select max(octet_length(value)) as bytes
      from nodes, jsonb_each_text(labels) where cluster_id = '${clusterId}'`);
    expect(stored).to.eql({ bytes: 4_096 });
  });

  it('log each report, without a token or a body', async () => {
    receiver.log.length = 0;
    const report = makeReport({ nodes: [node('secret-node')] }, 1);
    await send(receiver.url, receiver.token, report);
    expect(receiver.log).to.have.length(1);
    expect(receiver.log[0]).to.include({
      status: 200,
      reason: 'applied',
      message: 'report accepted',
      cluster_id: receiver.clusterId,
      snapshot_id: report.snapshot_id,
    });
    expect(receiver.log[0]!.ms).to.be.a('number');
    const text = JSON.stringify(receiver.log);
    expect(text).not.to.include(receiver.token.slice(4)).and.not.include('secret-node');
  });
});
