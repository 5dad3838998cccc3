import { expect } from 'chai';
import { node, pod } from '../sample-snapshot.ts';
import { connectTo, readUntil, statusesIn, toRequest } from './raw-requests.ts';
import { compress, openTestReceiver, makeReport, send, type TestReceiver } from './receiver.ts';

describe('the receiver, reports', () => {
  let receiver: TestReceiver;
  before(async () => {
    receiver = await openTestReceiver();
  });
  after(() => receiver.close());

  const fleet = () => ({ nodes: [node('n1')], pods: [pod('p1', 'n1'), pod('p2', 'n1')] });

  it('stores a snapshot before it answers, and the cluster turns active', async () => {
    const { clusterId, token } = await receiver.addCluster('fresh');
    const report = makeReport(fleet());
    const before = Date.now();
    const { status, headers, body } = await send(receiver.url, token, report);
    expect(status, body.message).to.equal(200);
    expect(headers.get('content-type')).to.equal('application/json');
    expect(body).to.deep.include({
      success: true,
      cluster_id: clusterId,
      quota: { plan_type: 'community', is_within_quota: true, cluster_cpu: 8 },
      directives: { next_snapshot_in_seconds: 60 },
    });
    expect(body.stats).to.deep.include({ nodes_processed: 1, pods_processed: 2 });
    for (const instant of [body.received_at, body.processed_at]) {
      expect(instant).to.be.within(before, Date.now());
      expect(Number.isInteger(instant)).to.equal(true);
    }
    expect(
      await receiver.one(`select status, snapshot_id from clusters
        join snapshots on cluster_id = id where id = '${clusterId}'`),
    ).to.deep.equal({ status: 'active', snapshot_id: report.snapshot_id });
  });

  it('stores a memory of 2^63-1 bytes, which no float holds', async () => {
    const { clusterId, token } = await receiver.addCluster('large');
    const most = '9223372036854775807';
    const large = node('n1', { memory_capacity_bytes: 1, memory_allocatable: 1 });
    const report = JSON.stringify(makeReport({ nodes: [large] }));
    const body = report.replaceAll(/("memory_(?:capacity_bytes|allocatable)":)1\b/g, `$1${most}`);
    expect(body.split(most)).to.have.length(3);
    expect((await send(receiver.url, token, compress(body))).status).to.equal(200);
    expect(
      await receiver.one(
        `select memory_total_bytes::text as capacity, memory_allocatable_bytes::text as allocatable
          from nodes where cluster_id = '${clusterId}'`,
      ),
    ).to.eql({ capacity: most, allocatable: most });
  });

  it('accepts the path with one slash or two, and behind a proxy', async () => {
    const { token } = await receiver.addCluster('paths');
    const targets = ['//api/v1/metrics/ingest', 'http://x/api/v1/metrics/ingest?a=http://y/'];
    for (const target of [...targets, 'http://x/api/v1/metrics', 'http://x']) {
      const socket = connectTo(receiver.url);
      const request = toRequest(token, compress(makeReport(fleet()))).toString('latin1');
      socket.write(Buffer.from(request.replace(/^POST \S+/, `POST ${target}`), 'latin1'));
      const text = await readUntil(socket, (answer) => answer.endsWith('}'));
      expect(statusesIn(text), target).to.eql([targets.includes(target) ? 200 : 404]);
    }
  });

  it('answers a repeat with 200, and changes nothing', async () => {
    const { token } = await receiver.addCluster('repeated');
    const report = makeReport(fleet());
    const first = await send(receiver.url, token, report);
    const digest = await receiver.digest();
    const second = await send(receiver.url, token, report);
    expect([first.status, second.status]).to.eql([200, 200]);
    expect(second.body.stats).to.deep.include({ nodes_processed: 1, pods_processed: 2 });
    expect(await receiver.digest()).to.equal(digest);
    expect(await receiver.digest()).to.include('snapshots');
  });

  it('rejects one that is older than the stored state, because 200 would mean that it is stored', async () => {
    const { token } = await receiver.addCluster('late');
    expect((await send(receiver.url, token, makeReport(fleet()))).status).to.equal(200);
    const digest = await receiver.digest();
    const { status, body } = await send(receiver.url, token, makeReport(fleet(), -60));
    expect({ status, error: body.error }).to.eql({ status: 409, error: 'older_snapshot' });
    expect(await receiver.digest()).to.equal(digest);
  });

  it('rejects a timestamp in the future, which would block the cluster', async () => {
    const { token } = await receiver.addCluster('ahead');
    const ahead = await send(receiver.url, token, makeReport(fleet(), 310));
    expect({ status: ahead.status, error: ahead.body.error }).to.eql({
      status: 422,
      error: 'future_timestamp',
    });
    expect(ahead.body.message).to.match(/31\d seconds in the future/);
    expect((await send(receiver.url, token, makeReport(fleet(), 240))).status).to.equal(200);
  });

  it('rejects a timestamp of a clock that was never set, whose months would be created', async () => {
    const { token } = await receiver.addCluster('behind');
    const { status, body } = await send(receiver.url, token, makeReport(fleet(), -1_000_000_000));
    expect({ status, error: body.error }).to.eql({ status: 422, error: 'old_timestamp' });
    const { status: accepted } = await send(receiver.url, token, makeReport(fleet(), -60_000_000));
    expect(accepted).to.equal(200);
  });

  it('stores those of one cluster in order of arrival', async () => {
    const { clusterId, token } = await receiver.addCluster('ordered');
    const reports = Array.from({ length: 4 }, (_, index) => makeReport(fleet(), index - 10));
    // On one connection, so that they arrive in this order, without a wait for the answers.
    const socket = connectTo(receiver.url);
    for (const report of reports) socket.write(toRequest(token, compress(report)));
    const text = await readUntil(socket, (answers) => statusesIn(answers).length === 4);
    expect(statusesIn(text)).to.eql([200, 200, 200, 200]);
    const { count } = await receiver.one(
      `select count(*) from snapshots where cluster_id = '${clusterId}'`,
    );
    expect(count).to.equal('4');
  });
});
