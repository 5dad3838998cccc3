import { unpackSamples } from '@costplane/warehouse';
import { expect } from 'chai';
import { parseSnapshot } from '../src/parse-snapshot.ts';
import { usageOfSnapshot } from '../src/usage/container-usage.ts';
import { recordUsageMinutes } from '../src/usage/record-usage-minutes.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import {
  container,
  deployment,
  node,
  ownedBy,
  pod,
  rawSnapshot,
  sampleSnapshot,
  uid,
  workload,
} from './sample-snapshot.ts';

type Fields = Record<string, unknown>;

const used = (cores: number, bytes: number, change: Fields = {}) =>
  container({ cpu_usage_cores: cores, memory_usage_bytes: bytes, ...change });
const webPod = (name: string, containers: Fields[], change: Fields = {}) =>
  pod(name, 'n1', { ...ownedBy('Deployment', 'web'), containers, ...change });
const lists = (pods: Fields[], change: Fields = {}) => ({
  nodes: [node('n1')],
  deployments: [deployment('web')],
  pods,
  ...change,
});

describe('usage minutes', () => {
  let warehouse: TestWarehouse;

  before(async () => {
    warehouse = await openTestWarehouse();
  });
  after(() => warehouse.close());
  afterEach(async () => {
    await warehouse.query('delete from usage_minutes');
    await warehouse.query('delete from snapshots');
    await warehouse.query('update clusters set last_seen_at = null');
  });

  const ingest = (minute: number, pods: Fields[], change: Fields = {}) =>
    warehouse.ingest(sampleSnapshot(minute, lists(pods, change)));
  const minutes = async () => {
    const rows = await warehouse.query(
      `select to_char(minute at time zone 'UTC', 'DD HH24:MI') as minute, samples, later_samples
        from usage_minutes order by usage_minutes.minute`,
    );
    return Promise.all(
      rows.map(async ({ minute, samples, later_samples: later }) => ({
        minute,
        samples: samples === null ? null : await unpackSamples(samples as Buffer),
        later,
      })),
    );
  };
  const times = async () => (await minutes()).map(({ minute }) => minute);

  // Replicas come in the order of their uids.
  it('have CPU, memory and CPU limit of each replica, per container', async () => {
    await ingest(0, [
      webPod('web-1', [used(0.25, 1000, { cpu_limit_cores: 0.5 }), used(0.001, 7, { name: 'b' })]),
      webPod('web-2', [used(0.5, 2000)]),
      pod('agent', 'n1', { ...ownedBy('DaemonSet', 'agent'), containers: [used(1, 5)] }),
    ]);
    const [row, ...others] = await minutes();
    expect(others).to.eql([]);
    expect(row?.minute).to.equal('15 12:00');
    expect(row?.samples).to.have.deep.members([
      [uid('agent'), 'main', [1e9], [5], [0]],
      [uid('web'), 'main', [500_000_000, 250_000_000], [2000, 1000], [0, 500_000_000]],
      [uid('web'), 'b', [1_000_000], [7], [0]],
    ]);
  });

  it('omit containers that do not run, are not measured, or belong to a short-lived workload', async () => {
    await ingest(0, [
      webPod('pending', [used(1, 1)], { phase: 'Pending' }),
      webPod('ended', [used(1, 1)], { phase: 'Succeeded' }),
      webPod('crashed', [used(1, 1, { state: 'waiting' })]),
      webPod('young', [container()]),
      pod('bare', 'n1', { containers: [used(1, 1)] }),
      pod('job', 'n1', { ...ownedBy('Job', 'job'), containers: [used(1, 1)] }),
    ]);
    expect(await minutes()).to.eql([]);
  });

  it('are not recorded while the agent repeats old metrics', async () => {
    const pods = [webPod('web-1', [used(1, 1)])];
    await ingest(0, pods, { health: { stale_resources: ['metrics'] } });
    await ingest(1, pods, { health: { stale_resources: ['pods'] } });
    await ingest(2, pods, { summary: { metrics_available: false } });
    expect(await times()).to.eql([]);
    await ingest(3, pods);
    expect(await times()).to.eql(['15 12:03']);
  });

  it('come from the first snapshot of each minute, and not from duplicates', async () => {
    const pods = (cores: number) => [webPod('web-1', [used(cores, 1)])];
    await ingest(1, pods(1));
    await ingest(1.5, pods(2));
    await ingest(0, pods(3));
    await ingest(1, pods(4));
    await ingest(2, pods(5));
    expect((await minutes()).map(({ minute, samples }) => [minute, samples])).to.eql([
      ['15 12:01', [[uid('web'), 'main', [1e9], [1], [0]]]],
      ['15 12:02', [[uid('web'), 'main', [5e9], [1], [0]]]],
    ]);
  });

  it('keep the maximum of later snapshots of the minute with its samples', async () => {
    const pods = (first: number, second: number) => [
      webPod('web-1', [used(first, second)]),
      webPod('web-2', [used(second, first)]),
    ];
    const first = async () => (await minutes())[0];
    await ingest(0, pods(1, 2));
    expect(await first()).to.have.property('later', null);
    await ingest(0.25, pods(7, 3));
    await ingest(0.5, pods(4, 5));
    await ingest(0.75, pods(9, 9), { health: { stale_resources: ['metrics'] } });
    const row = await first();
    expect(row?.samples).to.have.length(1);
    expect(row?.later).to.eql([
      [uid('web'), 'main', [7e9], [7], []],
      [uid('web'), 'main', [5e9], [5], []],
    ]);
  });

  it('keep a bounded number of maxima, and a kill after them', async () => {
    const killed = { restart_count: 1, last_termination_reason: 'OOMKilled' };
    const report = (tenth: number, change: Fields = {}) =>
      ingest(tenth / 600, [webPod('web-1', [used(1, 7, { memory_limit_bytes: 900, ...change })])]);
    for (let tenth = 0; tenth <= 61; tenth += 1) await report(tenth);
    const [row] = await minutes();
    expect(row?.later).to.have.length(60);
    await report(62, killed);
    expect((await minutes())[0]?.later).to.eql([
      ...(row?.later as unknown[]),
      [uid('web'), 'main', [], [900], []],
    ]);
  });

  it('count the memory limit of an OOM-killed container as usage', async () => {
    const killed = (restarts: number, change: Fields = {}) =>
      webPod('web-1', [
        used(1, 700, {
          memory_request_bytes: 500,
          memory_limit_bytes: 1000,
          restart_count: restarts,
          last_termination_reason: restarts > 0 ? 'OOMKilled' : '',
          ...change,
        }),
      ]);
    const later = async () =>
      (await warehouse.query('select later_samples from usage_minutes order by minute')).map(
        ({ later_samples }) => later_samples,
      );
    const kill = [uid('web'), 'main', [], [1000], []];
    await ingest(0, [killed(0)]);
    await ingest(1, [killed(1, { memory_limit_bytes: 2000 })]);
    await ingest(2, [killed(1, { memory_limit_bytes: 2000 })]);
    expect(await later()).to.eql([null, [kill], null]);
    await ingest(2.5, [killed(2, { memory_limit_bytes: 0 })]);
    expect((await later())[2]).to.eql([
      [uid('web'), 'main', [1e9], [700], []],
      [uid('web'), 'main', [], [2000], []],
    ]);
    // Without a limit nothing tells what it used.
    await ingest(3, [killed(3)]);
    expect((await later())[3]).to.equal(null);
    // Killed before the first report: since the previous one only if the pod is newer than that.
    const early = [
      webPod('web-old', killed(1).containers as Fields[]),
      webPod('web-new', killed(1).containers as Fields[], {
        creation_timestamp: Date.UTC(2026, 6, 15, 12, 3, 30),
      }),
    ];
    await ingest(4, early);
    await ingest(5, early);
    expect((await later()).slice(4)).to.eql([[kill], null]);
  });

  it('are deleted after eight days, only of this cluster', async () => {
    const pods = [webPod('web-1', [used(1, 1)])];
    const day = 24 * 60;
    await ingest(0, pods);
    await ingest(60, pods);
    await ingest(8 * day + 1, pods);
    expect(await times()).to.eql(['15 13:00', '23 12:01']);
  });

  describe('of history', () => {
    const record = (times: string[], clusterId = warehouse.clusterId) =>
      recordUsageMinutes(warehouse.db, {
        organizationId: warehouse.organizationId,
        clusterId,
        minutes: times.map((time) => ({
          time: new Date(time),
          containers: [
            {
              workload_uid: uid('web'),
              container_name: 'main',
              cpu_nanocores: [5],
              memory_bytes: [6],
              cpu_limit_nanocores: [0],
            },
          ],
        })),
      });

    it('are recorded once', async () => {
      expect(await record(['2026-07-01T00:00:59Z', '2026-07-01T00:02:00Z'])).to.equal(2);
      expect(await record(['2026-07-01T00:00:00Z', '2026-07-01T00:03:00Z'])).to.equal(1);
      expect(await times()).to.eql(['01 00:00', '01 00:02', '01 00:03']);
      expect((await minutes())[0]?.samples).to.eql([[uid('web'), 'main', [5], [6], [0]]]);
    });

    it('do not change an applied minute', async () => {
      await record(['2026-07-01T00:00:00Z']);
      await warehouse.query('update usage_minutes set samples = null');
      expect(await record(['2026-07-01T00:00:00Z'])).to.equal(0);
      expect(await minutes()).to.eql([{ minute: '01 00:00', samples: null, later: null }]);
    });

    it('are not recorded where they would be dropped', async () => {
      await ingest(0, []);
      expect(await record(['2026-07-07T11:59:00Z', '2026-07-07T12:00:00Z'])).to.equal(1);
      expect(await times()).to.eql(['07 12:00']);
    });

    it('are rejected for a cluster of another organization', async () => {
      expect(await record(['2026-07-01T00:00:00Z'], uid('elsewhere'))).to.equal(0);
    });

    it('are written in pieces when there are many', async () => {
      const containers = Array.from({ length: 20_000 }, (_, index) => ({
        workload_uid: uid('web'),
        container_name: `container-${String(index)}`,
        cpu_nanocores: [1e9],
        memory_bytes: [1e9],
        cpu_limit_nanocores: [1e9],
      }));
      const recorded = await recordUsageMinutes(warehouse.db, {
        organizationId: warehouse.organizationId,
        clusterId: warehouse.clusterId,
        minutes: [0, 1, 2, 3].map((minute) => ({ time: new Date(minute * 60_000), containers })),
      });
      expect(recorded).to.equal(4);
      const lengths = (await minutes()).map(({ samples }) => samples?.length);
      expect(lengths).to.eql([20_000, 20_000, 20_000, 20_000]);
    });
  });

  it('can be computed from a snapshot', () => {
    const raw = rawSnapshot(
      0,
      lists(
        [
          webPod('web-1', [used(0.25, 1000, { cpu_limit_cores: 0.5 })]),
          webPod('web-2', [used(1, 1)], { phase: 'Failed' }),
          pod('db-0', 'n1', { ...ownedBy('StatefulSet', 'db'), containers: [used(2, 3)] }),
          pod('bare', 'n1', { containers: [used(1, 1)] }),
        ],
        { statefulsets: [workload('db', { replicas: 1, available_replicas: 1 })] },
      ),
    );
    const snapshot = parseSnapshot(JSON.stringify(raw));
    const usages = usageOfSnapshot(snapshot);
    expect(usages).to.eql([
      {
        workload_uid: uid('web'),
        container_name: 'main',
        cpu_nanocores: [250_000_000],
        memory_bytes: [1000],
        cpu_limit_nanocores: [500_000_000],
      },
      {
        workload_uid: uid('db'),
        container_name: 'main',
        cpu_nanocores: [2e9],
        memory_bytes: [3],
        cpu_limit_nanocores: [0],
      },
    ]);
  });
});
