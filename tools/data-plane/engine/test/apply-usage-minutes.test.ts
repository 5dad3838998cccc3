import { type UsageDay } from '@costplane/warehouse';
import { skipOnCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { usageBuckets } from '../src/histogram/buckets.ts';
import { UsageHistogram } from '../src/histogram/usage-histogram.ts';
import { recommend } from '../src/index.ts';
import { mebibyte, minuteMs, shop, start, uid, used } from './shop.ts';
import {
  openTestWarehouse,
  type Row,
  type TestCluster,
  type TestWarehouse,
} from './test-warehouse.ts';

describe('applying usage minutes', () => {
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
        weights, last_sample_at, days, weighted_sum, weighted_squares, throttled_weight
      from usage_histograms where cluster_id = '${of.clusterId}'
      order by workload_uid, container_name, resource`);

  const minutesOfHistograms = async () =>
    (await histograms()).map(({ days }) =>
      (days as UsageDay[]).reduce((sum, { minutes }) => sum + minutes, 0),
    );

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
    expect(row).to.include({ container_name: 'main' });
    expect(row?.last_sample_at).to.eql(new Date(start + 89 * minuteMs));
    const usedNanocores = Array.from({ length: 90 }, (_, minute) => Math.round(wave(minute) * 1e9));
    const maximum = Math.max(...usedNanocores);
    expect(row?.days).to.eql([
      {
        day: '2026-07-15',
        first_minute: '2026-07-15T00:00:00.000Z',
        minutes: 90,
        samples: 270,
        maximum,
        maximum_at: new Date(start + usedNanocores.indexOf(maximum) * minuteMs).toISOString(),
      },
    ]);

    const dayMs = 24 * 60 * minuteMs;
    const expected = new UsageHistogram({
      buckets: usageBuckets,
      halfLifeMs: dayMs,
      minWeight: 0,
    });
    for (let minute = 0; minute < 90; minute += 1) {
      const value = Math.round(wave(minute) * 1e9);
      for (let replica = 0; replica < 3; replica += 1) {
        expected.add(value, start + minute * minuteMs, { isThrottled: value >= 0.133e9 });
      }
    }
    const { stored } = expected;
    expect(row).to.deep.include({
      reference_at: new Date(stored.referenceAt),
      first_bucket: stored.firstBucket,
      weights: stored.weights,
      weighted_sum: stored.weightedSum,
      weighted_squares: stored.weightedSquares,
      throttled_weight: stored.throttledWeight,
    });
    expect(stored.throttledWeight).to.be.greaterThan(0);
  });

  it('has the same result in one run and in many', async () => {
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

  describe('keeps the peak of each day', () => {
    const day = 24 * 60;
    const peaks = async () => {
      const rows = await histograms();
      const row = rows.find(({ resource }) => resource === 'memory');
      return (row?.days as UsageDay[]).map(({ maximum, maximum_at }) => [maximum, maximum_at]);
    };
    /** 300 MiB, and one odd byte more at some minutes. */
    const spikes = (at: readonly number[]) => [
      {
        workload: 'web',
        bytes: (minute: number) => (at.includes(minute) ? 3500 : 300) * mebibyte + 1,
      },
    ];

    it('to the byte, with its first minute, however low its weight', async () => {
      await cluster.record(used(0, 7 * day, spikes([125, 126, 3 * day])));
      await run();
      const usual = 300 * mebibyte + 1;
      const peak = 3500 * mebibyte + 1;
      expect(await peaks()).to.eql([
        [peak, '2026-07-15T02:05:00.000Z'],
        [usual, '2026-07-16T00:00:00.000Z'],
        [usual, '2026-07-17T00:00:00.000Z'],
        [peak, '2026-07-18T00:00:00.000Z'],
        [usual, '2026-07-19T00:00:00.000Z'],
        [usual, '2026-07-20T00:00:00.000Z'],
        [usual, '2026-07-21T00:00:00.000Z'],
      ]);
    });

    it('for eight days', async () => {
      await cluster.record(used(0, 7 * day + 1, spikes([125])));
      await run();
      expect(await peaks()).to.have.length(8);
      await cluster.record(used(8 * day, 8 * day + 1, spikes([])));
      await run();
      const [first, ...others] = await peaks();
      expect(first).to.eql([300 * mebibyte + 1, '2026-07-16T00:00:00.000Z']);
      expect(others).to.have.length(7);
    });

    it('that a later snapshot of a minute reports, which is not a sample', async () => {
      await cluster.record(used(0, 3, spikes([])));
      const later = (bytes: number) =>
        warehouse.query(`update usage_minutes
          set later_samples = '[["${uid('web')}", "main", [900000000], [${String(bytes)}], []]]'
          where cluster_id = '${cluster.clusterId}' and minute = '2026-07-15T00:01Z'`);
      await later(7 * mebibyte);
      await run();
      expect(await peaks()).to.eql([[300 * mebibyte + 1, '2026-07-15T00:00:00.000Z']]);
      const before = await histograms();
      await later(4000 * mebibyte);
      expect(await run()).to.include({ minutes: 1, samples: 0 });
      expect(await peaks()).to.eql([[4000 * mebibyte, '2026-07-15T00:01:00.000Z']]);
      const withoutDays = (rows: Row[]) => rows.map((row) => ({ ...row, days: undefined }));
      expect(withoutDays(await histograms())).to.eql(withoutDays(before));
      expect(await run()).to.include({ minutes: 0 });
    });
  });

  it('keeps a peak that a concurrent report adds to a minute', async function () {
    skipOnCitus(this, 'sessions wait for rows on workers');
    await cluster.record(used(0, 1, [{ workload: 'web' }]));
    const running = await warehouse.db.transaction().execute(async (tx) => {
      await sql`update usage_minutes
        set later_samples = ${`[["${uid('web')}", "main", [900000000], [], []]]`}::jsonb
        where cluster_id = ${cluster.clusterId}`.execute(tx);
      const meanwhile = { run: run() };
      await warehouse.untilBlocked();
      return meanwhile;
    });
    await running.run;
    await run();
    const [row] = (await histograms()).filter(({ resource }) => resource === 'cpu');
    expect((row?.days as UsageDay[])[0]?.maximum).to.equal(900_000_000);
  });

  it('applies more minutes than fit one batch', async () => {
    await cluster.record(used(0, 1000, uses));
    expect(await run()).to.include({ minutes: 1000, samples: 8000 });
    expect(await minutesOfHistograms()).to.eql(Array(4).fill(1000));
  });

  it('counts no minute twice, even if it is recorded again', async () => {
    await cluster.record(used(0, 90, uses));
    await run();
    const before = await histograms();
    expect(await cluster.record(used(30, 90, uses))).to.equal(0);
    expect(await run()).to.include({ minutes: 0, samples: 0 });
    expect(await histograms()).to.eql(before);
  });

  it('also applies earlier minutes', async () => {
    await cluster.record(used(60, 90, uses));
    await run();
    await cluster.record(used(0, 60, uses));
    await run();
    const [row] = await histograms();
    const [day] = row?.days as UsageDay[];
    expect(day).to.include({ minutes: 90, first_minute: new Date(start).toISOString() });
    expect(row?.last_sample_at).to.eql(new Date(start + 89 * minuteMs));
  });

  it('counts each minute once in concurrent runs', async () => {
    await cluster.record(used(0, 700, uses));
    const runs = await Promise.all([run(), run(), run()]);
    const minutes = runs.map((each) => each?.minutes ?? 0);
    expect(minutes.reduce((a, b) => a + b, 0)).to.equal(700);
    expect(await minutesOfHistograms()).to.eql(Array(4).fill(700));
  });

  it('counts each minute once if a run is killed at any point', async () => {
    const reference = await warehouse.createCluster('undisturbed');
    await reference.ingest(shop(0, [{ name: 'web' }]));
    await reference.record(used(0, 700, uses));
    await recommend(warehouse.db, { organizationId: reference.organizationId });

    await cluster.record(used(0, 700, uses));
    for (const statements of [5, 7, 8, 14]) await warehouse.killedRun(cluster, statements);
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

  it('stops at its limit, and continues the next time', async () => {
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
