import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSnapshotFile } from '../src/read-snapshot-file.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { openTestWarehouse, type Row, type TestWarehouse } from './database.ts';

const shared = join(import.meta.dirname, '../../../../../shared');
const openb = join(shared, 'fixtures/openb-gpu-cluster');

interface Totals {
  cpu_milli: number;
  memory_bytes: number;
  gpus: number;
}
interface Facts {
  nodes: number;
  pods: number;
  running_pods: number;
  namespaces: number;
  deployments: number;
  statefulsets: number;
  daemonsets: number;
  cronjobs: number;
  capacity: Totals;
  allocatable: Totals;
}

/** The totals that the fixtures' own page states. */
async function statedFacts(): Promise<Record<string, Facts>> {
  const page = await readFile(join(openb, 'README.md'), 'utf8');
  return JSON.parse(/```json\n([^]*?)```/.exec(page)![1]!) as Record<string, Facts>;
}

const gib = 2n ** 30n;
const scale = 10n ** 12n;

/** 12 decimals, as whole numbers of 10^-12. */
function decimal(text: unknown): bigint {
  const [whole = '', fraction = ''] = String(text).split('.');
  return BigInt(whole) * scale + BigInt(fraction.slice(0, 12).padEnd(12, '0'));
}

/** What the nodes cost at the default rates, added up without the code under test. */
function expectedBill({ nodes }: Snapshot): bigint {
  let total = 0n;
  for (const node of nodes) {
    const isSpot = node.capacity_type === 'spot';
    const [core, ram] = isSpot ? [6655n, 892n] : [31611n, 4237n];
    const millis = BigInt(Math.round(node.cpu_capacity_cores * 1000));
    total += millis * core * 1000n * gib + BigInt(node.memory_capacity_bytes) * ram * 1_000_000n;
    total += BigInt(node.gpu_capacity ?? 0) * 950_000_000_000n * gib;
  }
  return total / gib;
}

describe('the fixtures', () => {
  let warehouse: TestWarehouse;

  before(function () {
    if (!existsSync(openb)) {
      Object.assign(this.test!, { skipReason: 'the production snapshots are not at hand' });
      this.skip();
    }
  });
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  const cluster = () => warehouse.one('select * from clusters');
  const sum = async (table: string, column: string) =>
    decimal(
      (
        await warehouse.one(
          `select coalesce(sum(${column}), 0)::text as sum from ${table} where gone_at is null`,
        )
      ).sum,
    );

  async function expectConsistency(row: Row): Promise<void> {
    for (const part of ['cpu', 'ram', 'gpu']) {
      const column = `compute_${part}_hourly`;
      expect(await sum('nodes', column), part).to.equal(decimal(row[column]));
      expect(await sum('namespaces', column), part).to.equal(await sum('pods', column));
    }
    expect(await sum('nodes', 'run_rate_legacy_hourly')).to.equal(
      decimal(row.run_rate_legacy_hourly),
    );
    expect(await sum('persistent_volumes', 'storage_pv_hourly')).to.equal(
      decimal(row.storage_pv_hourly),
    );
    const workloads = await sum('workloads', 'run_rate_legacy_hourly');
    expect(workloads).to.equal(decimal(row.workloads_legacy_hourly));
    expect(await sum('namespaces', 'workloads_legacy_hourly')).to.equal(workloads);
    expect(await sum('nodes', 'workloads_hourly')).to.equal(workloads);
    const tooMuch = await warehouse.query(`
      select name from nodes where workloads_hourly > run_rate_legacy_hourly`);
    expect(tooMuch).to.eql([]);
    const negative = await warehouse.query(`
      select uid from pods where compute_cpu_hourly < 0 or compute_ram_hourly < 0
        or compute_gpu_hourly < 0`);
    expect(negative).to.eql([]);
  }

  for (const file of ['01.json.zst', '06.json.zst', 'small.json']) {
    it(`${file} has the figures that its page states`, async () => {
      const facts = (await statedFacts())[file]!;
      const snapshot = await readSnapshotFile(join(openb, file));
      const owned = snapshot.jobs.filter(({ owner_cronjob }) => owner_cronjob !== '').length;
      const result = await warehouse.ingest(snapshot);
      const row = await cluster();

      const { nodes, pods, running_pods, namespaces } = facts;
      const { deployments, statefulsets, daemonsets, cronjobs } = facts;
      const jobs = snapshot.jobs.length - owned;
      const workloads = deployments + statefulsets + daemonsets + cronjobs + jobs;
      expect(row).to.include({
        nodes,
        pods,
        running_pods,
        namespaces,
        deployments,
        statefulsets,
        daemonsets,
        cronjobs,
        jobs,
        workloads,
        provider: 'on-prem',
        is_compute_partial: false,
        is_storage_partial: false,
      });
      expect(result).to.include({ nodes, pods, workloads });
      if (file === '01.json.zst') expect([jobs, workloads]).to.eql([18, 122]);

      const { capacity, allocatable } = facts;
      expect(Number(row.cpu_total_cores) * 1000).to.equal(capacity.cpu_milli);
      expect(Number(row.cpu_allocatable_cores) * 1000).to.equal(allocatable.cpu_milli);
      expect(Number(row.memory_total_bytes)).to.equal(capacity.memory_bytes);
      expect(Number(row.memory_allocatable_bytes)).to.equal(allocatable.memory_bytes);
      expect([row.gpu_total, row.gpu_allocatable]).to.eql([capacity.gpus, allocatable.gpus]);

      const holding = snapshot.pods
        .filter(({ phase }) => phase === 'Running' || phase === 'Pending')
        .flatMap(({ containers }) => containers ?? []);
      const millis = holding.reduce(
        (sum, each) => sum + Math.round(each.cpu_request_cores * 1000),
        0,
      );
      expect(decimal(row.cpu_requested_cores)).to.equal((BigInt(millis) * scale) / 1000n);
      expect(Number(row.memory_requested_bytes)).to.equal(
        holding.reduce((sum, each) => sum + each.memory_request_bytes, 0),
      );
    });
  }

  it('cost their capacity at the default rates, in all components', async () => {
    for (const file of ['01.json.zst', '06.json.zst']) {
      const snapshot = await readSnapshotFile(join(openb, file));
      await warehouse.ingest(snapshot);
      const row = await cluster();
      expect(decimal(row.run_rate_legacy_hourly)).to.equal(expectedBill(snapshot));
      await expectConsistency(row);
    }
  });

  it('have usage in 06 and none in 01', async () => {
    const usage = 'cpu_used_cores::text as cores, memory_used_bytes as bytes';
    const of = async (table: string) =>
      (
        await warehouse.one(`select count(*)::int as count from ${table}
        where (cpu_used_cores is not null or memory_used_bytes is not null) and gone_at is null`)
      ).count;
    await warehouse.ingest(await readSnapshotFile(join(openb, '01.json.zst')));
    expect(await warehouse.one(`select ${usage} from clusters`)).to.eql({
      cores: null,
      bytes: null,
    });
    expect([await of('nodes'), await of('pods'), await of('workloads')]).to.eql([0, 0, 0]);

    const snapshot = await readSnapshotFile(join(openb, '06.json.zst'));
    await warehouse.ingest(snapshot);
    const micros = snapshot.nodes.reduce(
      (sum, { cpu_usage_cores = 0 }) => sum + Math.round(cpu_usage_cores * 1e6),
      0,
    );
    const row = await warehouse.one(`select ${usage} from clusters`);
    expect(decimal(row.cores)).to.equal(BigInt(micros) * 1_000_000n);
    expect(Number(row.bytes)).to.equal(
      snapshot.nodes.reduce((sum, { memory_usage_bytes = 0 }) => sum + memory_usage_bytes, 0),
    );
    expect([await of('nodes'), await of('pods')]).to.eql([1523, 1570]);
  });

  it('change nothing when they are sent again', async () => {
    const snapshot = await readSnapshotFile(join(openb, 'small.json'));
    await warehouse.ingest(snapshot);
    const before = await warehouse.dump();
    expect((await warehouse.ingest(snapshot)).status).to.equal('duplicate');
    expect(await warehouse.dump()).to.equal(before);
  });

  it('include a busy cluster of 9,011 pods', async () => {
    const snapshot = await readSnapshotFile(join(shared, 'fixtures/openb-dense/01.json.zst'));
    await warehouse.ingest(snapshot);
    const row = await cluster();
    expect(row).to.include({ pods: 9011, running_pods: 8181, namespaces: 15 });
    await expectConsistency(row);
  });

  it('and the example snapshot can be ingested', async () => {
    const path = join(shared, 'reference/agent-snapshot.example.json');
    expect(await warehouse.ingest(await readSnapshotFile(path))).to.include({
      status: 'applied',
      nodes: 1,
      pods: 2,
      workloads: 2,
    });
    expect(
      await warehouse.one('select service, jobs, cronjobs, oom_kills_total, pods from clusters'),
    ).to.eql({ service: 'EKS', jobs: 0, cronjobs: 1, oom_kills_total: '1', pods: 2 });
    expect(await warehouse.one(`select has_hpa from workloads where name = 'checkout-api'`)).to.eql(
      { has_hpa: true },
    );
    expect(await warehouse.one('select cpu_quota_cores::text as quota from namespaces')).to.eql({
      quota: '3.5',
    });
    expect(await warehouse.one('select pricing_source as source from nodes')).to.eql({
      source: 'price_book',
    });
  });
});
