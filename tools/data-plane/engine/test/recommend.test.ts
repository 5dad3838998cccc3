import { skipOnCitus } from '@costplane/warehouse/testing';
import { expect } from 'chai';
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { recommend, type ClusterRun } from '../src/index.ts';
import { gibibyte, mebibyte, shop, uid, used, type ShopWorkload, type Use } from './shop.ts';
import {
  openTestWarehouse,
  type Row,
  type TestCluster,
  type TestWarehouse,
} from './test-warehouse.ts';

const hour = 60;

describe('recommend', () => {
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
  });

  let moments = Date.UTC(2026, 7, 1);
  const run = async (of = cluster): Promise<ClusterRun> => {
    moments += 1000;
    const now = new Date(moments);
    const [first] = await recommend(warehouse.db, { organizationId: of.organizationId, now });
    if (!first) throw new Error('There is no cluster');
    return first;
  };
  const changes = async () => {
    const { new: added, updated, unchanged, applied, archived, kept_dismissed } = await run();
    return { new: added, updated, unchanged, applied, archived, kept_dismissed };
  };
  const nothing = { new: 0, updated: 0, unchanged: 0, applied: 0, archived: 0, kept_dismissed: 0 };
  const all = (of = cluster) =>
    warehouse.query(`select * from recommendations where cluster_id = '${of.clusterId}'
      order by created_at, resource_name`);
  const statuses = async () => (await all()).map(({ status }) => status);
  const newest = async (): Promise<Row> => {
    const row = (await all()).at(-1);
    if (!row) throw new Error('There is no recommendation');
    return row;
  };
  const dismiss = () =>
    warehouse.query(`update recommendations set status = 'dismissed'
      where cluster_id = '${cluster.clusterId}' and status = 'pending'`);
  const raisePrices = (percent: number) =>
    warehouse.query(`
      update nodes set compute_cpu_hourly = round(compute_cpu_hourly * (100 + ${String(percent)}) / 100, 12),
        compute_ram_hourly = round(compute_ram_hourly * (100 + ${String(percent)}) / 100, 12)
      where cluster_id = '${cluster.clusterId}'`);

  /** A cluster with workloads of which 13 hours of usage are known. */
  async function observe(
    workloads: readonly ShopWorkload[],
    uses: readonly Use[] = workloads.map(({ name, replicas = 1 }) => ({
      workload: name,
      replicas,
    })),
    { minutes = 13 * hour, of = cluster } = {},
  ) {
    await of.ingest(shop(13 * hour, workloads));
    await of.record(used(0, minutes, uses));
  }

  // 8 cores and 32 GiB at the default rates: 0.031611 a core, 0.004237 a GiB.
  const web: ShopWorkload = { name: 'web', replicas: 3 };
  // P90 of 0.1 cores is the end of its bucket, 0.110266 cores; P99 of 100 MiB is 110,265,643 bytes.
  const lowered = { name: 'main', requests: { cpu: '127m', memory: '121Mi' }, limits: {} };

  it('lowers unused requests, with the savings', async () => {
    await observe([web]);
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    const row = await newest();
    expect(row).to.deep.include({
      recommendation_type: 'workload_rightsizing',
      resource_type: 'Deployment',
      resource_uid: uid('web'),
      resource_name: 'web',
      namespace: 'shop',
      status: 'pending',
      risk_level: 'low',
      applied_config: {},
      title: 'Lower CPU and memory requests of web',
      data_points_analyzed: '780',
      current_config: {
        containers: [{ name: 'main', requests: { cpu: '1', memory: '1Gi' }, limits: {} }],
      },
    });
    expect(row.recommended_config).to.eql({ containers: [lowered] });
    // 3 pods, 0.873 cores and 903 MiB less each.
    const expected = 3 * (0.873 * 0.031611 + (903 / 1024) * 0.004237);
    expect(Number(row.estimated_savings_hourly)).to.be.closeTo(expected, 1e-11);
    expect(Number(row.current_hourly_cost)).to.be.closeTo(3 * (0.031611 + 0.004237), 1e-11);
    expect(row.priority).to.equal('high');
    expect(row.description).to.equal(
      'Container main: CPU request from 1 core to 0.127 cores and memory request from 1,024 MiB to ' +
        '121 MiB. Saves 0.0940 USD an ' +
        'hour (68.6187 USD in a month of 730 hours) over 3 running pods.',
    );
    expect(row.cause).to.equal(
      'In 13 hours with 780 one-minute samples, container main requests 1 core of CPU, used up to ' +
        '0.1 cores for 90 % of the time and peaked at 0.1 cores on 2026-07-15 at 00:00 UTC, and ' +
        'requests 1,024 MiB of memory, used up to 100 MiB for 99 % of the time and peaked at ' +
        '100 MiB on 2026-07-15 at 00:00 UTC.',
    );
  });

  describe('before it recommends', () => {
    it('requires samples of 720 minutes', async () => {
      await observe([web], undefined, { minutes: 719 });
      expect(await changes()).to.eql(nothing);
      await cluster.record(used(719, 720, [{ workload: 'web' }]));
      expect(await changes()).to.eql({ ...nothing, new: 1 });
    });

    it('does not change a container with too few samples', async () => {
      await observe([{ name: 'web', containers: [{}, { name: 'new' }] }], [{ workload: 'web' }]);
      await cluster.record(used(13 * hour, 13 * hour + 5, [{ workload: 'web', container: 'new' }]));
      await run();
      expect((await newest()).recommended_config).to.eql({
        containers: [lowered, { name: 'new', requests: { cpu: '1', memory: '1Gi' }, limits: {} }],
      });
    });

    it('requires a price', async () => {
      await observe([{ ...web, node: 'unknown' }]);
      expect(await changes()).to.eql(nothing);
    });

    it('requires a long-running workload', async () => {
      await observe([]);
      await cluster.record(used(0, 780, [{ workload: 'gone' }]));
      expect(await changes()).to.eql(nothing);
    });
  });

  it('derives the id of the first recommendation from cluster and uid', async () => {
    await observe([web]);
    await run();
    const digest = createHash('md5')
      .update(`${cluster.clusterId}/${uid('web')}`)
      .digest('hex');
    const { id } = await newest();
    expect(String(id).replaceAll('-', '')).to.equal(
      `${digest.slice(0, 12)}8${digest.slice(13, 16)}a${digest.slice(17)}`,
    );
    await warehouse.query(`update recommendations set status = 'archived'
      where cluster_id = '${cluster.clusterId}'`);
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    expect((await newest()).id).to.not.equal(id);
  });

  it('recommends nothing if no value would change by 10 %', async () => {
    await observe([{ name: 'web', containers: [{ cpu: 0.13, memory: 130 * mebibyte }] }]);
    expect(await changes()).to.eql(nothing);
  });

  it('does not add requests where there are none', async () => {
    await observe([{ name: 'web', containers: [{ cpu: 0, memory: 0 }] }]);
    expect(await changes()).to.eql(nothing);
  });

  it('raises requests below usage, with the additional cost', async () => {
    const containers = [{ cpu: 0.05, memory: 64 * mebibyte }];
    await observe([{ name: 'web', containers }]);
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    const row = await newest();
    expect(row.title).to.equal('Raise CPU and memory requests of web');
    expect(row.description).to.match(
      /Costs 0\.0009 USD an hour more \(0\.\d{4} USD in a month of 730 hours\) over 1 running pod: /,
    );
    // The pod was charged for what it used, which is more than it asked for.
    expect(Number(row.estimated_savings_hourly)).to.be.closeTo(
      -(0.027 * 0.031611 + (21 / 1024) * 0.004237),
      1e-11,
    );
    expect(row.priority).to.equal('low');
  });

  describe('below observed usage', () => {
    const day = 24 * hour;
    const config = async () => {
      const [container] = ((await newest()).recommended_config as { containers: Sized[] })
        .containers;
      return container;
    };
    interface Sized {
      requests: { cpu?: string; memory?: string };
      limits: { cpu?: string; memory?: string };
    }

    it('recommends nothing for a job of 8 minutes a day', async () => {
      const isBusy = (minute: number) => minute % day >= 125 && minute % day < 133;
      const containers = [{ cpu: 8, memory: 8 * gibibyte, cpuLimit: 8 }];
      await cluster.ingest(shop(3 * day, [{ name: 'batch', containers }]));
      await cluster.record(
        used(0, 3 * day, [
          {
            workload: 'batch',
            cores: (minute) => (isBusy(minute) ? 3 : 0.1),
            bytes: (minute) => (isBusy(minute) ? 6 * gibibyte : 300 * mebibyte),
          },
        ]),
      );
      await run();
      const { requests, limits } = (await config()) ?? {};
      // 3 cores are in the bucket that ends at 3.027, and 6 GiB and 15 % are 7065.6 MiB.
      expect(requests).to.eql({ cpu: '3482m', memory: '7066Mi' });
      expect(limits).to.eql({ cpu: '3482m' });
      const row = await newest();
      expect(row.risk_level).to.equal('medium');
      expect(row.cause).to.match(
        /container main requests 8 cores of CPU, was busy for 0\.\d % of the time, then used up to 3 cores for 90 % of it and peaked at 3 cores on 2026-07-15 at 02:05 UTC, and requests 8,192 MiB of memory, used up to \d+ MiB for 99 % of the time and peaked at 6,144 MiB on 2026-07-15 at 02:05 UTC\.$/,
      );
    });

    it('requests memory for the highest peak of eight days over all pods', async () => {
      const spikes = [{ workload: 'web', bytes: (minute: number) => peak(minute) * mebibyte }];
      const peak = (minute: number) => (minute === 700 ? 3500 : 300);
      const containers = [{ memory: 8 * gibibyte, cpu: 0.12 }];
      await observe([{ name: 'web', containers }], spikes, { minutes: 7 * day });
      const at = 7 * day + 1;
      await cluster.ingest(shop(at, [{ name: 'web', containers, generation: at }]));
      await run();
      expect((await config())?.requests).to.eql({ cpu: '120m', memory: '4025Mi' });
      const row = await newest();
      expect(row.cause).to.include('peaked at 3,500 MiB on 2026-07-15 at 11:40 UTC');
      const [found] = (row.metrics_snapshot as { containers: Row[] }).containers;
      expect(found?.memory).to.include({
        request: 8 * gibibyte,
        limit: null,
        recommended_request: 4025 * mebibyte,
        max: 3500 * mebibyte,
        max_at: '2026-07-15T11:40:00Z',
      });
      await cluster.record(used(8 * day, 8 * day + 1, [{ workload: 'web' }]));
      await run();
      expect((await config())?.requests.memory).to.match(/^3\d\dMi$/);
    });

    it('mentions a peak above the lowered CPU request, with a risk that is not low', async () => {
      const cores = (minute: number) => (minute % 100 === 50 ? 0.9 : 0.5);
      await observe(
        [{ name: 'web', containers: [{ cpu: 2, memory: 0 }] }],
        [{ workload: 'web', cores }],
      );
      await run();
      const row = await newest();
      expect((await config())?.requests).to.eql({ cpu: '588m' });
      expect(row.risk_level).to.equal('medium');
      expect(row.description).to.match(
        /pod\. The new CPU request of container main is below its peak of 0\.9 cores on 2026-07-15 at 00:50 UTC\. The risk is medium: the CPU request is lowered below an observed peak\.$/,
      );
    });

    it('raises a limit to the need, whatever its ratio to the request', async () => {
      const containers = [{ cpu: 0.1, cpuLimit: 2, memory: 0 }];
      await observe(
        [{ name: 'web', containers }],
        [{ workload: 'web', cores: () => 1.9, cpuLimit: 2 }],
      );
      await run();
      const { requests, limits } = (await config()) ?? {};
      expect(requests).to.eql(limits);
      expect(limits?.cpu).to.match(/^2[12]\d\dm$/);
    });

    it('keeps the CPU request at usage divided by the target of the autoscaler', async () => {
      const containers = [{ cpu: 2, memory: 0 }];
      await observe([{ name: 'web', containers, hpaTarget: 50 }]);
      await run();
      // The end of the bucket of 0.1 cores, over 0.5.
      expect((await config())?.requests).to.eql({ cpu: '221m' });
      const row = await newest();
      expect(row.cause).to.include('is scaled by an autoscaler at 50 % of its CPU request');
    });
  });

  it('sizes a container whose name is that of an inherited property', async () => {
    const container = 'constructor';
    await observe(
      [{ name: 'web', containers: [{ name: container }] }],
      [{ workload: 'web', container }],
    );
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    await warehouse.query(`update workloads set hpa_cpu_targets = '{"constructor": null}'
      where cluster_id = '${cluster.clusterId}'`);
    expect(await changes()).to.eql({ ...nothing, unchanged: 1 });
  });

  it('writes no number with an exponent', async () => {
    await observe(
      [web],
      [{ workload: 'web', cores: (minute) => 0.1 + 1e-9 * (minute % 2), bytes: () => 1e8 }],
    );
    await run();
    const { metrics_snapshot: snapshot } = await newest();
    const [found] = (snapshot as { containers: { cpu: Row }[] }).containers;
    expect(found?.cpu).to.include({ coefficient_of_variation: 0, throttled_share: 0 });
    expect(JSON.stringify(snapshot)).not.to.match(/\de[+-]\d|\.\d{10}/);
  });

  it('changes nothing when there is nothing new', async () => {
    await observe([web, { name: 'db', kind: 'StatefulSet' }]);
    expect(await changes()).to.eql({ ...nothing, new: 2 });
    const before = await all();
    expect(await changes()).to.eql({ ...nothing, unchanged: 2 });
    expect(await all()).to.eql(before);
  });

  it('does not add changes to an open recommendation', async () => {
    // The change of CPU is worth it, that of memory (121 of 130 MiB) is not.
    await observe([{ name: 'web', containers: [{ memory: 130 * mebibyte }] }]);
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    expect(await changes()).to.eql({ ...nothing, unchanged: 1 });
  });

  it('updates pending recommendations in place', async () => {
    await observe([web]);
    await run();
    const before = await newest();
    await cluster.record(used(780, 840, [{ workload: 'web', replicas: 3 }]));
    expect(await changes()).to.eql({ ...nothing, updated: 1 });
    const rows = await all();
    expect(rows).to.have.length(1);
    const { id, created_at, updated_at, data_points_analyzed, title } = rows[0] ?? {};
    expect({ id, created_at, title }).to.eql({
      id: before.id,
      created_at: before.created_at,
      title: before.title,
    });
    expect(data_points_analyzed).to.equal('840');
    expect(updated_at).to.be.greaterThan(before.updated_at as Date);
  });

  it('keeps a recommendation that is close to the minimum change', async () => {
    // 127 of 141 millicores are 9.9 % less.
    const hovering = [{ name: 'web', containers: [{ cpu: 0.141, memory: 0 }] }];
    const use = (cores: number) => [{ workload: 'web', cores: () => cores }];
    await observe(hovering, use(0.1));
    expect(await changes()).to.eql(nothing);

    await cluster.record(used(780, 7 * 24 * hour, use(0.09)));
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    await cluster.record(used(7 * 24 * hour, 10 * 24 * hour, use(0.1)));
    expect(await changes()).to.eql({ ...nothing, updated: 1 });
    expect((await newest()).recommended_config).to.eql({
      containers: [{ name: 'main', requests: { cpu: '127m' }, limits: {} }],
    });
  });

  describe('archives', () => {
    const after = async (workloads: readonly ShopWorkload[]) => {
      await observe([web]);
      await run();
      await cluster.ingest(shop(13 * hour + 1, workloads));
      return changes();
    };

    it('recommendations of a deleted workload', async () => {
      expect(await after([])).to.eql(nothing);
      expect(await statuses()).to.eql(['archived']);
    });

    it('recommendations of a workload whose kind has changed', async () => {
      expect(await after([{ ...web, kind: 'StatefulSet' }])).to.include({ archived: 1 });
      expect((await all()).map(({ status, resource_type }) => [status, resource_type])).to.eql([
        ['archived', 'Deployment'],
        ['pending', 'StatefulSet'],
      ]);
    });

    it('recommendations of a workload scaled to zero', async () => {
      expect(await after([{ ...web, replicas: 0 }])).to.eql({ ...nothing, archived: 1 });
    });

    it('recommendations of a workload with less than half of its replicas, and starts again', async () => {
      expect(await after([{ ...web, replicas: 1 }])).to.eql({ ...nothing, new: 1, archived: 1 });
      const [, second] = await all();
      expect(second?.metrics_snapshot).to.deep.include({
        replicas: { desired: 1, running: 1, average: 3 },
      });
    });

    it('nothing if an autoscaler changes the number of replicas', async () => {
      await observe([{ ...web, replicas: 5, hasHpa: true }]);
      await run();
      await cluster.ingest(shop(13 * hour + 1, [{ ...web, replicas: 1, hasHpa: true }]));
      expect(await changes()).to.eql({ ...nothing, updated: 1 });
    });

    it('recommendations of a workload with changed requests, and starts again', async () => {
      const containers = [{ cpu: 2 }];
      expect(await after([{ ...web, containers, generation: 1 }])).to.eql({
        ...nothing,
        new: 1,
        archived: 1,
      });
      expect((await newest()).current_config).to.eql({
        containers: [{ name: 'main', requests: { cpu: '2', memory: '1Gi' }, limits: {} }],
      });
    });

    it('recommendations that are no longer worthwhile', async () => {
      await observe([web]);
      await run();
      await cluster.record(
        used(780, 4 * 24 * hour, [
          { workload: 'web', cores: () => 0.85, bytes: () => 0.85 * gibibyte },
        ]),
      );
      expect(await changes()).to.eql({ ...nothing, archived: 1 });
    });
  });

  describe('an applied recommendation', () => {
    const applying = async (cpu: number, memory: number) => {
      await observe([web]);
      await run();
      const containers = [{ cpu, memory: memory * mebibyte }];
      await cluster.ingest(shop(13 * hour + 1, [{ ...web, containers, generation: 1 }]));
      return changes();
    };

    it('is applied, with the current configuration', async () => {
      expect(await applying(0.13, 124)).to.eql({ ...nothing, applied: 1 });
      expect(await newest()).to.deep.include({
        status: 'applied',
        applied_config: {
          containers: [{ name: 'main', requests: { cpu: '130m', memory: '124Mi' }, limits: {} }],
        },
      });
      expect(await changes()).to.eql(nothing);
    });

    it('is a different change if it is off by 5 %', async () => {
      expect(await applying(0.134, 121)).to.include({ applied: 0, archived: 1 });
    });

    it('is a different change in part', async () => {
      expect(await applying(0.127, 1024)).to.eql({ ...nothing, new: 1, archived: 1 });
      expect((await newest()).title).to.equal('Lower memory requests of web');
    });

    it('is not one whose values stayed while others changed', async () => {
      const pod = (memory: number, side: number): ShopWorkload => ({
        name: 'web',
        containers: [
          { cpu: 0.12, memory: memory * mebibyte },
          { name: 'side', cpu: side },
        ],
      });
      await observe([pod(1024, 1)]);
      await run();
      expect(await newest()).to.include({ title: 'Lower memory requests of web' });
      await cluster.ingest(shop(13 * hour + 1, [pod(1024, 2)]));
      expect(await changes()).to.eql({ ...nothing, updated: 1 });
      await cluster.ingest(shop(13 * hour + 2, [pod(121, 3)]));
      expect(await changes()).to.eql({ ...nothing, applied: 1 });
    });

    it('is one of limits alone only if they changed', async () => {
      const limited = (cpu: number, cpuLimit: number): ShopWorkload => ({
        name: 'web',
        containers: [{ cpu, memory: 130 * mebibyte, cpuLimit }],
      });
      const cores = (minute: number) => (minute % 10 === 0 ? 0.5 : 0.42);
      await observe([limited(0.5, 0.5)], [{ workload: 'web', cores, cpuLimit: 0.5 }]);
      await run();
      expect(await newest()).to.include({ title: 'Raise CPU limits of web' });
      await cluster.ingest(shop(13 * hour + 1, [limited(0.51, 0.5)]));
      expect(await changes()).to.include({ applied: 0, archived: 0 });
      await cluster.ingest(shop(13 * hour + 2, [limited(0.51, 0.6)]));
      expect(await changes()).to.eql({ ...nothing, applied: 1 });
    });
  });

  describe('a dismissed recommendation', () => {
    beforeEach(async () => {
      await observe([web]);
      await run();
      await dismiss();
    });
    const more = (minutes: number, cores: number) =>
      cluster.record(
        used(780, 780 + minutes, [{ workload: 'web', replicas: 3, cores: () => cores }]),
      );

    it('stays as it is while its numbers stay', async () => {
      const before = await all();
      await more(60, 0.11);
      expect(await changes()).to.eql({ ...nothing, kept_dismissed: 1 });
      expect(await all()).to.eql(before);
    });

    it('returns as a new one after they have changed by 20 %', async () => {
      await more(600, 0.2);
      expect(await changes()).to.eql({ ...nothing, new: 1, archived: 1 });
      expect(await statuses()).to.eql(['archived', 'pending']);
    });

    it('returns after prices have changed by 20 %', async () => {
      await raisePrices(15);
      expect(await changes()).to.eql({ ...nothing, kept_dismissed: 1 });
      await raisePrices(10);
      expect(await changes()).to.eql({ ...nothing, new: 1, archived: 1 });
    });

    it('can still become applied', async () => {
      const containers = [{ cpu: 0.127, memory: 121 * mebibyte }];
      await cluster.ingest(shop(13 * hour + 1, [{ ...web, containers, generation: 1 }]));
      expect(await changes()).to.eql({ ...nothing, applied: 1 });
    });

    it('is archived with its workload', async () => {
      await cluster.ingest(shop(13 * hour + 1, []));
      expect(await statuses()).to.eql(['archived']);
    });
  });

  describe('what was dismissed, of replicas that come and go,', () => {
    for (const [whose, shape, counts] of [
      ['an autoscaler', { hasHpa: true }, [5, 4, 5, 4, 1, 20]],
      ['nodes', { kind: 'DaemonSet' }, [5, 4, 5, 4, 2, 20]],
    ] as const) {
      it(`with ${whose} stays as it is`, async () => {
        await observe([{ name: 'web', replicas: 4, ...shape }]);
        await run();
        await dismiss();
        for (const [index, replicas] of counts.entries()) {
          await cluster.ingest(shop(13 * hour + 1 + index, [{ name: 'web', replicas, ...shape }]));
          expect(await changes()).to.eql({ ...nothing, kept_dismissed: 1 });
        }
        await raisePrices(25);
        expect(await changes()).to.eql({ ...nothing, new: 1, archived: 1 });
      });
    }
  });

  describe('what was dismissed, of limits alone,', () => {
    const limited: ShopWorkload = {
      name: 'web',
      containers: [{ cpu: 0.5, memory: 130 * mebibyte, cpuLimit: 0.5 }],
    };
    // 0.42 cores, and every tenth minute a peak at the limit.
    const peaks = (cores: number): Use[] => [
      { workload: 'web', cores: (minute) => (minute % 10 === 0 ? cores : 0.42), cpuLimit: 0.5 },
    ];
    const limit = async () => {
      const config = (await newest()).recommended_config as { containers: { limits: Row }[] };
      return config.containers[0]?.limits.cpu;
    };
    beforeEach(async () => {
      await observe([limited], peaks(0.5));
      await run();
      expect(await newest()).to.include({ title: 'Raise CPU limits of web' });
      expect(await limit()).to.equal('588m');
      await dismiss();
    });

    it('stays as it is while they stay', async () => {
      await cluster.record(used(13 * hour, 26 * hour, peaks(0.55)));
      expect(await changes()).to.eql({ ...nothing, kept_dismissed: 1 });
    });

    it('returns after they have changed by 20 %', async () => {
      await cluster.record(used(13 * hour, 26 * hour, peaks(1.6)));
      expect(await changes()).to.eql({ ...nothing, new: 1, archived: 1 });
      expect(await limit()).to.equal('1940m');
    });
  });

  it('keeps a dismissed recommendation if a limit changes that it does not contain', async () => {
    const limited = (memoryLimit: number): ShopWorkload => ({
      name: 'web',
      containers: [{ memory: 130 * mebibyte, memoryLimit: memoryLimit * mebibyte }],
    });
    await observe([limited(200)]);
    await run();
    expect(await newest()).to.include({ title: 'Lower CPU requests of web' });
    await dismiss();
    await cluster.ingest(shop(13 * hour + 1, [limited(1024)]));
    expect(await changes()).to.eql({ ...nothing, kept_dismissed: 1 });
  });

  describe('after an out-of-memory kill', () => {
    // 700 MiB of 1 GiB, and pods that stay as they are when they are resized.
    const size = (memory: number, kills: number): ShopWorkload => ({
      name: 'web',
      kind: 'StatefulSet',
      containers: [{ cpu: 0.12, memory: memory * mebibyte, memoryLimit: memory * mebibyte, kills }],
    });
    let minute = 0;
    beforeEach(async () => {
      minute = 13 * hour;
      await observe([size(1024, 0)], [{ workload: 'web', bytes: () => 700 * mebibyte }]);
    });
    /** What is recommended once it is seen like this, or what became of it; null: nothing. */
    const recommended = async (memory: number, kills: number) => {
      minute += 1;
      await cluster.ingest(shop(minute, [size(memory, kills)]));
      await run();
      const row = (await all()).at(-1);
      if (row?.status !== 'pending') return row?.status ?? null;
      const config = row.recommended_config as { containers: { requests: Row; limits: Row }[] };
      const { requests, limits } = config.containers[0] ?? {};
      return [requests?.memory, limits?.memory];
    };

    it('requests 20 % more once', async () => {
      expect(await recommended(1024, 1)).to.eql(['1229Mi', '1229Mi']);
      const { containers } = (await newest()).metrics_snapshot as { containers: Row[] };
      expect(containers[0]).to.deep.include({
        oom_kills_total: 1,
        oom_killed_at: '2026-07-15T13:01:00Z',
        sizes_at_oom_kill: { memory_request_bytes: gibibyte, memory_limit_bytes: gibibyte },
      });
      expect(await recommended(1229, 1)).to.equal('applied');
      expect(await recommended(1229, 1)).to.equal('applied');
      expect(await all()).to.have.length(1);
    });

    it('requests more after another kill, based on the request at that time', async () => {
      expect(await recommended(1024, 1)).to.eql(['1229Mi', '1229Mi']);
      expect(await recommended(1229, 1)).to.equal('applied');
      expect(await recommended(1229, 2)).to.eql(['1475Mi', '1475Mi']);
      expect(await recommended(1475, 2)).to.equal('applied');
      expect(await recommended(1475, 2)).to.equal('applied');
      expect(await all()).to.have.length(2);
    });

    it('goes on for the window after the pod is replaced', async () => {
      expect(await recommended(1024, 1)).to.eql(['1229Mi', '1229Mi']);
      const replaced = { ...size(1024, 0), generation: 1 };
      await cluster.ingest(shop(minute + 1, [replaced]));
      await run();
      const row = await newest();
      // The limit that was reached, and 15 %; without the kill it were 805 MiB.
      expect(row).to.deep.include({
        recommended_config: {
          containers: [
            {
              name: 'main',
              requests: { cpu: '120m', memory: '1178Mi' },
              limits: { memory: '1178Mi' },
            },
          ],
        },
      });
      expect(row.cause).to.include('peaked at 1,024 MiB on 2026-07-15 at 13:01 UTC');
    });

    it('uses the previous size if a kill is seen together with a new size', async () => {
      expect(await recommended(1300, 1)).to.equal(null);
    });
  });

  it('sizes large containers by usage', async () => {
    const large = { cpu: 2000, memory: 3000 * gibibyte, memoryLimit: 3000 * gibibyte };
    await observe(
      [{ name: 'db', kind: 'StatefulSet', containers: [large] }],
      [{ workload: 'db', cores: () => 1500, bytes: () => 2048 * gibibyte }],
    );
    await run();
    const config = (await newest()).recommended_config as {
      containers: { requests: { cpu: string; memory: string } }[];
    };
    const { cpu = '', memory = '' } = config.containers[0]?.requests ?? {};
    expect(Number(cpu.replace('m', '')) / (cpu.endsWith('m') ? 1000 : 1)).to.be.within(
      1500 * 1.15,
      1500 * 1.15 * 1.05,
    );
    expect(memory).to.match(/Mi$/);
    expect(Number.parseInt(memory) / 1024).to.be.within(2048 * 1.15, 2048 * 1.15 * 1.05);
  });

  it('does not overwrite concurrent changes of a user', async function () {
    skipOnCitus(this, 'sessions wait for rows on workers');
    await observe([web]);
    await run();
    await cluster.ingest(
      shop(13 * hour + 1, [{ ...web, containers: [{ cpu: 2 }], generation: 1 }]),
    );
    const { clusterId } = cluster;
    const running = await warehouse.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('recommendations')
        .set({ status: 'dismissed' })
        .where('cluster_id', '=', clusterId)
        .execute();
      const meanwhile = { outcome: changes() };
      await warehouse.untilBlocked();
      return meanwhile;
    });
    expect(await running.outcome).to.eql(nothing);
    expect(await statuses()).to.eql(['dismissed']);
    expect(await changes()).to.eql({ ...nothing, new: 1, archived: 1 });
  });

  it('skips an organization that begins to move during the run', async () => {
    await observe([web]);
    const { clusterId, organizationId } = cluster;
    const running = await warehouse.db.transaction().execute(async (tx) => {
      const name = `recommend ${clusterId}`;
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
      const meanwhile = { runs: recommend(warehouse.db, { organizationId }) };
      await warehouse.untilBlocked('advisory');
      await warehouse.query(
        `update organizations set is_writable = false where id = '${organizationId}'`,
      );
      return meanwhile;
    });
    expect(await running.runs).to.eql([]);
    expect(await all()).to.eql([]);
  });

  it('processes the other clusters if one fails', async () => {
    const { organizationId, clusterId } = cluster;
    const other = await warehouse.createCluster('z', organizationId);
    await observe([web]);
    await observe([web], undefined, { of: other });
    await warehouse.query(`update usage_minutes set samples = 'not compressed'
      where cluster_id = '${clusterId}' and minute = '2026-07-15T00:01Z'`);
    const failed: unknown[] = [];
    const onFailure = (error: unknown, { cluster: name }: { cluster: string }) =>
      failed.push([error instanceof Error, name]);
    const runs = await recommend(warehouse.db, { organizationId, onFailure });
    expect(runs.map((each) => [each.cluster, each.new])).to.eql([['z', 1]]);
    expect(failed).to.eql([[true, `cluster ${String(clusters)}`]]);
  });

  it('keeps organizations and clusters apart', async () => {
    const other = await warehouse.createCluster('elsewhere');
    await observe([web]);
    await observe([web], [{ workload: 'web', cores: () => 0.5 }], { of: other });
    await run();
    expect(await all(other)).to.eql([]);
    await run(other);
    const cpu = async (of: TestCluster) => {
      const [row] = await all(of);
      const config = row?.recommended_config as { containers: { requests: Row }[] };
      return [row?.organization_id === of.organizationId, config.containers[0]?.requests.cpu];
    };
    expect(await cpu(cluster)).to.eql([true, '127m']);
    expect(await cpu(other)).to.eql([true, '588m']);
  });

  it('does everything once in concurrent runs', async () => {
    await observe([web, { name: 'db', kind: 'StatefulSet' }, { name: 'agent', kind: 'DaemonSet' }]);
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.reduce((sum, each) => sum + each.new, 0)).to.equal(3);
    expect(await statuses()).to.eql(['pending', 'pending', 'pending']);
  });

  it('has the same result if it is killed at any point and run again', async () => {
    const workloads = Array.from({ length: 40 }, (_, index) => ({ name: `web-${String(index)}` }));
    await observe(workloads);
    for (const statements of [5, 12, 20, 25]) await warehouse.killedRun(cluster, statements);
    await run();
    expect(await statuses()).to.eql(Array(40).fill('pending'));
    const [row] = await all();
    expect(row?.data_points_analyzed).to.equal('780');
  });

  it('covers every workload of a large cluster', async () => {
    const workloads = Array.from({ length: 1100 }, (_, index) => ({
      name: `web-${String(index)}`,
    }));
    await observe(workloads, [{ workload: 'web-0' }]);
    expect(await changes()).to.eql({ ...nothing, new: 1 });
    await warehouse.query(`
      insert into usage_histograms
      select known.organization_id, known.cluster_id, workload.uid, container_name, resource,
        reference_at, first_bucket, weights, last_sample_at, weighted_sum, weighted_squares,
        throttled_weight, days
      from usage_histograms as known join workloads as workload using (cluster_id)
      where cluster_id = '${cluster.clusterId}' and workload.uid <> known.workload_uid`);
    expect(await changes()).to.eql({ ...nothing, new: 1099, unchanged: 1 });
    await cluster.ingest(shop(13 * hour + 1, []));
    expect(new Set(await statuses())).to.eql(new Set(['archived']));
  });
});
