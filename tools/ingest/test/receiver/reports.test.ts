import { expect } from 'chai';
import { node, pod } from '../sample-snapshot.ts';
import { openTestReceiver, reportOf, send, type TestReceiver } from './receiver.ts';

describe('the receiver, reports', () => {
  let receiver: TestReceiver;
  before(async function () {
    this.timeout(20_000);
    receiver = await openTestReceiver();
  });
  after(() => receiver.close());

  const fleet = () => ({ nodes: [node('n1')], pods: [pod('p1', 'n1'), pod('p2', 'n1')] });

  it('stores a snapshot before it answers, and the cluster turns active', async () => {
    const { clusterId, token } = await receiver.addCluster('fresh');
    const report = reportOf(fleet());
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
      await receiver.one(`select status, last_snapshot_id from clusters where id = '${clusterId}'`),
    ).to.deep.equal({ status: 'active', last_snapshot_id: report.snapshot_id });
  });
});
