import { demoFleet } from '@costplane/sample';
import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { parseSnapshot } from '../src/parse-snapshot.ts';
import { readSnapshotFile } from '../src/read-snapshot-file.ts';
import { repriceLedger } from '../src/reprice/reprice-ledger.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { openTestWarehouse, type Row, type TestWarehouse } from './database.ts';
import { expectAgreement } from './ledger-checks.ts';

const fixtures = join(import.meta.dirname, '../../../../../shared/fixtures');
const minuteMs = 60_000;

/** Of every owner, node and cluster, what an hour came to. */
async function hourlyCosts(warehouse: TestWarehouse): Promise<Map<string, number>> {
  const rows = await warehouse.query(`
    select 'owner ' || cluster_id || workload_uid || hour as of, cpu_cost_seconds as cpu,
      memory_cost_seconds as memory, gpu_cost_seconds as gpu, storage_cost_seconds as other,
      idle_cost_seconds as idle, overhead_cost_seconds as overhead
    from workload_hours
    union all
    select 'node ' || cluster_id || node_uid || hour, cpu_cost_seconds, memory_cost_seconds,
      gpu_cost_seconds, unallocated_cost_seconds, idle_cost_seconds, overhead_cost_seconds
    from node_hours
    union all
    select 'cluster ' || cluster_id || hour, cpu_cost_seconds, memory_cost_seconds,
      gpu_cost_seconds, unallocated_compute_cost_seconds, idle_cost_seconds, overhead_cost_seconds
    from cluster_hours`);
  return new Map(rows.flatMap((row) => toCosts(row)));
}

const toCosts = ({ of, ...costs }: Row) =>
  Object.entries(costs).map(([name, cost]): [string, number] => [
    `${of as string} ${name}`,
    cost === null ? NaN : Number(cost) / 3600,
  ]);

describe('repricing to the original prices', () => {
  let warehouse: TestWarehouse;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
  });
  afterEach(() => warehouse.close());

  /** In currency: it is shown with four decimals. */
  async function expectNoChange(): Promise<void> {
    const before = await hourlyCosts(warehouse);
    const { skippedHours } = await repriceLedger(warehouse.db, { from: new Date(0) });
    expect(skippedHours).to.equal(0);
    const after = await hourlyCosts(warehouse);
    expect([...after.keys()].sort()).to.eql([...before.keys()].sort());
    for (const [of, cost] of after) {
      const off = Math.abs(cost - (before.get(of) ?? NaN));
      expect(
        Number.isNaN(cost) ? Number.isNaN(off) : off < 1e-7,
        `${of} is off by ${off}`,
      ).to.equal(true);
    }
    await expectAgreement(warehouse);
  }

  const ingestInto = async (name: string, snapshots: readonly Snapshot[]) => {
    const { db, organizationId } = warehouse;
    const cluster = await findOrCreateCluster(db, { organizationId, name });
    for (const snapshot of snapshots) await warehouse.ingest(snapshot, cluster);
  };

  it('changes nothing of the demo fleet', async () => {
    for (const time of ['23:58:10', '23:59:20', '23:59:50.5'].map((at) => `2026-03-09T${at}Z`)) {
      for (const { name, snapshot } of demoFleet(new Date(time))) {
        await ingestInto(name, [parseSnapshot(JSON.stringify(snapshot))]);
      }
    }
    await expectNoChange();
  });

  for (const [folder, file] of [
    ['openb-gpu-cluster', '01.json.zst'],
    ['openb-dense', '01.json.zst'],
  ] as const) {
    it(`changes nothing of ${folder}`, async function () {
      const path = join(fixtures, folder, file);
      if (!existsSync(path)) return this.skip();
      const snapshot = await readSnapshotFile(path);
      const before = {
        ...snapshot,
        timestamp: snapshot.timestamp - minuteMs,
        snapshot_id: crypto.randomUUID(),
      };
      await ingestInto(folder, [before, snapshot]);
      await expectNoChange();
    });
  }
});
