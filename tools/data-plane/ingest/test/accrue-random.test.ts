import { parseFixedPoint } from '@costplane/pricing';
import { expect } from 'chai';
import { accrue } from '../src/accrue/accrue.ts';
import {
  chargedMeasures,
  computeMeasures,
  costMeasures,
  quantityMeasures,
  unallocatedMeasures,
  type Measure,
} from '../src/accrue/measures.ts';
import { describeSnapshot, nothingStored } from '../src/describe/snapshot.ts';
import { listIncrementRows, type Figures } from './increment-rows.ts';
import { randomSnapshot } from './random-snapshot.ts';
import { uid } from './sample-snapshot.ts';
import { shippedPrices } from './shipped-prices.ts';

const clusterId = uid('cluster');

const addUp = (rows: readonly { figures: Figures }[], measures: readonly Measure[]) =>
  rows.reduce(
    (sum, { figures }) => measures.reduce((all, measure) => all + (figures[measure] ?? 0n), sum),
    0n,
  );

function expectWholeBill(seed: number): void {
  const snapshot = randomSnapshot(seed);
  const described = describeSnapshot(snapshot, clusterId, shippedPrices);
  const from = snapshot.timestamp - 1 - (seed % 170) * 1000;
  const increment = accrue(described, nothingStored, {
    clusterId,
    interval: { from, to: snapshot.timestamp },
  });
  const rowsByTable = listIncrementRows(increment);
  const { cluster, namespaces, owners, nodes, containers } = rowsByTable;
  const time = BigInt(snapshot.timestamp - from);
  const hourly = (...amounts: (string | null)[]) =>
    amounts.reduce((sum, amount) => sum + parseFixedPoint(amount ?? '0'), 0n) * time;

  const compute = described.nodes.flatMap((row) => [
    row.compute_cpu_hourly,
    row.compute_ram_hourly,
    row.compute_gpu_hourly,
  ]);
  expect(addUp(nodes, [...computeMeasures, 'unallocated_cost_seconds'])).to.equal(
    hourly(...compute),
  );
  const storage = described.volumes.map((row) => row.storage_pv_hourly);
  const fee = described.cluster.management_hourly;
  const bill = hourly(...compute, ...storage, fee);
  expect(addUp(cluster, [...costMeasures, ...unallocatedMeasures])).to.equal(bill);
  const unallocated = addUp(cluster, unallocatedMeasures);
  expect(addUp(owners, costMeasures) + unallocated).to.equal(bill);

  for (const measure of [...costMeasures, ...quantityMeasures, ...chargedMeasures]) {
    const whole = addUp(owners, [measure]);
    expect(addUp(namespaces, [measure]), measure).to.equal(whole);
    const isCost = (costMeasures as readonly string[]).includes(measure);
    if (isCost) expect(addUp(cluster, [measure]), measure).to.equal(whole);
    if (measure === 'storage_cost_seconds' || measure === 'management_cost_seconds') continue;
    expect(addUp(containers, [measure]), measure).to.equal(whole);
  }
  for (const rows of Object.values(rowsByTable) as { figures: Figures }[][]) {
    for (const { figures } of rows) {
      for (const [measure, figure] of Object.entries(figures)) {
        expect(figure === null || figure >= 0n, measure).to.equal(true);
      }
    }
  }
  expect(cluster[0]?.is_compute_partial ?? false).to.equal(
    described.nodes.some((row) => row.compute_cpu_hourly === null) ||
      described.pods.some(
        ({ is_compute_partial, containers: count }) => is_compute_partial && count > 0,
      ),
  );
}

describe('a random cluster', () => {
  it('is allocated to the last digit', () => {
    for (let seed = 1; seed <= 200; seed++) {
      try {
        expectWholeBill(seed);
      } catch (error) {
        throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});
