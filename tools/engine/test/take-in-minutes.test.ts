import { expect } from 'chai';
import { usageBuckets } from '../src/histogram/buckets.ts';
import { UsageHistogram } from '../src/histogram/usage-histogram.ts';
import { recommend } from '../src/index.ts';
import { mebibyte, minute_ms, shop, start, uid, used } from './shop.ts';
import { openTestWarehouse, type TestCluster, type TestWarehouse } from './test-warehouse.ts';

describe('taking in usage', () => {
  let warehouse: TestWarehouse;
  let cluster: TestCluster;
  let clusters = 0;

  before(async () => {
    warehouse = await openTestWarehouse();
  });
  after(() => warehouse.close());
  beforeEach(async () => {
    clusters += 1;
    cluster = await warehouse.createCluster(`cluster ${String(clusters)}`);
    await cluster.ingest(shop(0, [{ name: 'web' }]));
  });

  const run = async () => {
    const { organizationId } = cluster;
    const [first] = await recommend(warehouse.db, { organizationId });
    return first;
  };
  const histograms = (of = cluster) =>
    warehouse.query(`select workload_uid, container_name, resource, reference_at, first_bucket,
        weights, samples, minutes, first_sample_at, last_sample_at, maximum, weighted_sum,
        weighted_squares, throttled_weight
      from usage_histograms where cluster_id = '${of.clusterId}'
      order by workload_uid, container_name, resource`);

  const wave = (minute: number) => 0.1 + 0.05 * Math.sin(minute / 17);
  const uses = [
    { workload: 'web', replicas: 3, cores: wave, cpuLimit: 0.14 },
    { workload: 'db', container: 'postgres', bytes: (minute: number) => minute * mebibyte },
  ];

  it('counts each replica in each minute, with what it used', async () => {
    await cluster.record(used(0, 90, uses));
    expect(await run()).to.include({ minutes: 90, samples: 90 * 8 });
    const [row] = (await histograms()).filter(
      ({ workload_uid, resource }) => workload_uid === uid('web') && resource === 'cpu',
    );
    expect(row).to.include({ container_name: 'main', samples: '270', minutes: '90' });
    expect(row?.first_sample_at).to.eql(new Date(start));
    expect(row?.last_sample_at).to.eql(new Date(start + 89 * minute_ms));

    const day_ms = 24 * 60 * minute_ms;
    const expected = new UsageHistogram({
      buckets: usageBuckets,
      halfLife_ms: day_ms,
      leastWeight: 0,
    });
    for (let minute = 0; minute < 90; minute += 1) {
      const value = Math.round(wave(minute) * 1e9);
      for (let replica = 0; replica < 3; replica += 1) {
        expected.add(value, start + minute * minute_ms, { isThrottled: value >= 0.133e9 });
      }
    }
    const { stored } = expected;
    expect(row).to.deep.include({
      reference_at: new Date(stored.referenceAt),
      first_bucket: stored.firstBucket,
      weights: stored.weights,
      maximum: stored.maximum,
      weighted_sum: stored.weightedSum,
      weighted_squares: stored.weightedSquares,
      throttled_weight: stored.throttledWeight,
    });
    expect(stored.throttledWeight).to.be.greaterThan(0);
  });

  it('comes to the same in one run as in many', async () => {
    await cluster.record(used(0, 200, uses));
    await run();
    const whole = await histograms();

    const other = await warehouse.createCluster('in parts');
    await other.ingest(shop(0, [{ name: 'web' }]));
    for (let from = 0; from < 200; from += 40) {
      await other.record(used(from, from + 40, uses));
      await recommend(warehouse.db, { organizationId: other.organizationId });
    }
    expect(await histograms(other)).to.eql(whole);
  });

  it('takes in more minutes than fit one batch', async () => {
    await cluster.record(used(0, 1000, uses));
    expect(await run()).to.include({ minutes: 1000, samples: 8000 });
    expect((await histograms()).map(({ minutes }) => minutes)).to.eql(Array(4).fill('1000'));
  });

  it('counts no minute twice, also when it is told again', async () => {
    await cluster.record(used(0, 90, uses));
    await run();
    const before = await histograms();
    expect(await cluster.record(used(30, 90, uses))).to.equal(0);
    expect(await run()).to.include({ minutes: 0, samples: 0 });
    expect(await histograms()).to.eql(before);
  });

  it('takes in what came before, too', async () => {
    await cluster.record(used(60, 90, uses));
    await run();
    await cluster.record(used(0, 60, uses));
    await run();
    const [row] = await histograms();
    expect(row).to.include({ minutes: '90' });
    expect(row?.first_sample_at).to.eql(new Date(start));
    expect(row?.last_sample_at).to.eql(new Date(start + 89 * minute_ms));
  });

  it('counts each minute once when runs are at the same time', async () => {
    await cluster.record(used(0, 700, uses));
    const runs = await Promise.all([run(), run(), run()]);
    const minutes = runs.map((each) => each?.minutes ?? 0);
    expect(minutes.reduce((a, b) => a + b, 0)).to.equal(700);
    expect((await histograms()).map((row) => row.minutes)).to.eql(Array(4).fill('700'));
  });

  it('counts each minute once when a run is ended anywhere', async () => {
    const reference = await warehouse.createCluster('undisturbed');
    await reference.ingest(shop(0, [{ name: 'web' }]));
    await reference.record(used(0, 700, uses));
    await recommend(warehouse.db, { organizationId: reference.organizationId });

    await cluster.record(used(0, 700, uses));
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await warehouse.killedRun(25 * attempt);
    }
    await run();
    expect(await histograms()).to.eql(await histograms(reference));
  });

  it('forgets containers that were not seen for eight days', async () => {
    await cluster.record(used(0, 10, uses));
    await run();
    expect(await histograms()).to.have.length(4);
    await cluster.ingest(shop(8 * 24 * 60 + 8, [{ name: 'web' }]));
    await run();
    expect(await histograms()).to.have.length(4);
    await cluster.ingest(shop(8 * 24 * 60 + 10, [{ name: 'web' }]));
    await run();
    expect(await histograms()).to.eql([]);
  });

  it('ends where it is told to, and goes on the next time', async () => {
    await cluster.record(used(0, 300, uses));
    const stop = new AbortController();
    const { organizationId } = cluster;
    const ended = await recommend(warehouse.db, {
      organizationId,
      signal: stop.signal,
      onProgress: () => {
        stop.abort();
      },
    }).catch((error: unknown) => error);
    expect(ended).to.have.property('name', 'AbortError');
    expect(await run()).to.include({ minutes: 300 });
  });
});
