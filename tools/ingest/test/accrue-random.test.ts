import { parseFixedPoint } from '@costplane/pricing';
import { expect } from 'chai';
import { accrue } from '../src/accrue/accrue.ts';
import {
  chargedMeasures,
  computeMeasures,
  costMeasures,
  quantityMeasures,
  unallocatedMeasures,
  type Figures,
  type Measure,
} from '../src/accrue/measures.ts';
import { describeSnapshot, nothingStored } from '../src/describe/snapshot.ts';
import {
  claim,
  container,
  deployment,
  node,
  ownedBy,
  pod,
  sampleSnapshot,
  uid,
  volume,
} from './sample-snapshot.ts';
import { shippedPrices } from './shipped-prices.ts';

/** mulberry32: the same seed gives the same numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const gib = 2 ** 30;
const clusterId = uid('cluster');

/** A cluster of anything: odd sizes, crowded and empty nodes, nodes and volumes without a price. */
function randomSnapshot(seed: number) {
  const next = random(seed);
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  const chance = (share: number) => next() < share;
  const cores = (most: number) => Math.round(next() * most * 1e6) / 1e6;
  const names = Array.from({ length: upTo(8) }, (_, index) => `node-${index}`);
  const nodes = names.map((name) => {
    const isBlank = chance(0.1);
    const cpu = isBlank ? 0 : cores(64);
    const memory = isBlank ? 0 : upTo(256 * gib);
    const gpus = isBlank || chance(0.7) ? 0 : upTo(8);
    return node(name, {
      capacity_type: chance(0.3) ? 'spot' : '',
      cpu_capacity_cores: cpu,
      cpu_allocatable: chance(0.1) ? cpu * 2 : cpu * next(),
      memory_capacity_bytes: memory,
      memory_allocatable: Math.floor(memory * next()),
      gpu_capacity: gpus,
      gpu_allocatable: upTo(gpus),
    });
  });
  const deployments = Array.from({ length: upTo(6) }, (_, index) => `deployment-${index}`);
  const containers = () =>
    Array.from({ length: upTo(3) }, (_, index) =>
      container({
        name: `container-${index}`,
        cpu_request_cores: chance(0.2) ? 0 : cores(chance(0.1) ? 100 : 4),
        memory_request_bytes: chance(0.2) ? 0 : upTo(16 * gib),
        gpu_request: chance(0.8) ? 0 : upTo(4),
        ...(chance(0.3) ? {} : { cpu_usage_cores: cores(6), memory_usage_bytes: upTo(20 * gib) }),
      }),
    );
  const pods = Array.from({ length: upTo(40) }, (_, index) => {
    const owner = deployments[upTo(deployments.length)];
    return pod(`pod-${index}`, chance(0.05) ? 'elsewhere' : (names[upTo(names.length - 1)] ?? ''), {
      phase: chance(0.85) ? 'Running' : 'Pending',
      namespace: owner === undefined && chance(0.5) ? 'bare' : 'shop',
      containers: containers(),
      ...(owner === undefined ? {} : ownedBy('Deployment', owner)),
    });
  });
  const claims = Array.from({ length: upTo(4) }, (_, index) => `claim-${index}`);
  return sampleSnapshot(seed, {
    ...(chance(0.6) ? { provider: 'aws', kubernetes_version: 'v1.33.4-eks-0' } : {}),
    summary: { metrics_available: chance(0.8) },
    nodes,
    deployments: deployments.map((name) => deployment(name)),
    pods,
    pvs: Array.from({ length: upTo(8) }, (_, index) =>
      volume(`volume-${index}`, claims[upTo(claims.length)] ?? null, {
        capacity: chance(0.1) ? 0 : upTo(1000 * gib),
      }),
    ),
    pvcs: claims.map((name) => claim(name)),
  });
}

const sumOf = (rows: readonly { figures: Figures }[], measures: readonly Measure[]) =>
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
  const { cluster, namespaces, owners, nodes, containers } = increment;
  const time = BigInt(snapshot.timestamp - from);
  const hourly = (...amounts: (string | null)[]) =>
    amounts.reduce((sum, amount) => sum + parseFixedPoint(amount ?? '0'), 0n) * time;

  const compute = described.nodes.flatMap((row) => [
    row.compute_cpu_hourly,
    row.compute_ram_hourly,
    row.compute_gpu_hourly,
  ]);
  expect(sumOf(nodes, [...computeMeasures, 'unallocated_cost_seconds'])).to.equal(
    hourly(...compute),
  );
  const storage = described.volumes.map((row) => row.storage_pv_hourly);
  const fee = described.cluster.management_hourly;
  const bill = hourly(...compute, ...storage, fee);
  expect(sumOf(cluster, [...costMeasures, ...unallocatedMeasures])).to.equal(bill);
  const unallocated = sumOf(cluster, unallocatedMeasures);
  expect(sumOf(owners, costMeasures) + unallocated).to.equal(bill);

  for (const measure of [...costMeasures, ...quantityMeasures, ...chargedMeasures]) {
    const whole = sumOf(owners, [measure]);
    expect(sumOf(namespaces, [measure]), measure).to.equal(whole);
    const isCost = (costMeasures as readonly string[]).includes(measure);
    if (isCost) expect(sumOf(cluster, [measure]), measure).to.equal(whole);
    if (measure === 'storage_cost_seconds' || measure === 'management_cost_seconds') continue;
    expect(sumOf(containers, [measure]), measure).to.equal(whole);
  }
  for (const rows of Object.values(increment) as { figures: Figures }[][]) {
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

describe('any cluster', () => {
  it('is billed to the last digit', () => {
    for (let seed = 1; seed <= 200; seed++) {
      try {
        expectWholeBill(seed);
      } catch (error) {
        throw new Error(`seed ${seed}: ${(error as Error).message}`, { cause: error });
      }
    }
  }).timeout(20_000);
});
