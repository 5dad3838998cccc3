import { demoFleet } from '@costplane/sample';
import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findOrCreateCluster } from '../src/find-or-create-cluster.ts';
import { parseSnapshot } from '../src/parse-snapshot.ts';
import { readSnapshotFile } from '../src/read-snapshot-file.ts';
import { type Snapshot } from '../src/snapshot-schema.ts';
import { BillRecorder } from './bill-recorder.ts';
import { openTestWarehouse, type TestWarehouse } from './database.ts';
import { billedHours, expectAgreement } from './ledger-checks.ts';

const shared = join(import.meta.dirname, '../../../../../shared');
const minuteMs = 60_000;

describe('the ledger of any cluster', () => {
  let warehouse: TestWarehouse;
  let recorder: BillRecorder;
  beforeEach(async () => {
    warehouse = await openTestWarehouse();
    recorder = new BillRecorder(warehouse);
  });
  afterEach(() => warehouse.close());

  const findCluster = (name: string) =>
    findOrCreateCluster(warehouse.db, { organizationId: warehouse.organizationId, name });

  /** In every hour, what all are given and what nobody is comes to what there is to pay. */
  async function expectBill(cluster: { id: string }, hours: number): Promise<void> {
    const expected = recorder.expected(cluster);
    expect(expected.size).to.equal(hours);
    expect(await billedHours(warehouse, cluster.id)).to.eql(expected);
  }

  /** The snapshot and one like it a minute before, which it has something to account for from. */
  const withOneBefore = (snapshot: Snapshot): Snapshot[] => [
    {
      ...snapshot,
      timestamp: snapshot.timestamp - minuteMs,
      snapshot_id: crypto.randomUUID(),
    },
    snapshot,
  ];

  const fixtures: [folder: string, files: string[], hours: number][] = [
    ['openb-gpu-cluster', ['01', '02', '03', '04', '05', '06'].map((n) => `${n}.json.zst`), 4],
    ['openb-gpu-cluster', ['small.json'], 1],
    ['openb-dense', ['01.json.zst', '02.json.zst'], 1],
  ];
  for (const [folder, files, hours] of fixtures) {
    it(`allocates ${folder}/${files.join(', ')} to the last digit`, async function () {
      const at = join(shared, 'fixtures', folder);
      if (!existsSync(at)) return this.skip();
      const cluster = await findCluster(folder);
      const [first, ...others] = await Promise.all(
        files.map((file) => readSnapshotFile(join(at, file))),
      );
      for (const snapshot of [...withOneBefore(first!), ...others]) {
        expect((await recorder.ingest(snapshot, cluster)).status).to.equal('applied');
      }
      await expectBill(cluster, hours);
      await expectAgreement(warehouse);
    });
  }

  it('allocates the example snapshot to the last digit', async function () {
    const path = join(shared, 'reference/agent-snapshot.example.json');
    if (!existsSync(path)) return this.skip();
    const cluster = await findCluster('example');
    for (const snapshot of withOneBefore(await readSnapshotFile(path))) {
      await recorder.ingest(snapshot, cluster);
    }
    await expectBill(cluster, 1);
    await expectAgreement(warehouse);
  });

  it('allocates the demo fleet to the last digit, across hours and midnight', async () => {
    const at = (time: string) => Date.parse(`2026-03-${time}Z`);
    const times = [
      '09T21:58:00',
      '09T21:59:20',
      '09T22:01:10',
      '09T22:01:40.123',
      // A gap: only the last three minutes of it count.
      '09T23:57:00',
      '09T23:58:30.5',
      '10T00:00:00',
      '10T00:00:59.999',
      '10T00:05:00',
    ].map(at);
    // One cluster of the fleet is 20 minutes behind the others: in another hour.
    const clusters = new Set<string>();
    for (const time of times) {
      for (const { name, snapshot } of demoFleet(new Date(time))) {
        clusters.add(name);
        await recorder.ingest(parseSnapshot(JSON.stringify(snapshot)), await findCluster(name));
      }
    }
    for (const name of clusters)
      await expectBill(await findCluster(name), name === 'ml-training' ? 2 : 4);
    await expectAgreement(warehouse);
    const days = await warehouse.query('select distinct day from cluster_days');
    expect(days).to.have.length(2);
  });
});
