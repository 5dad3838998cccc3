import { expect } from 'chai';
import { accrue, type LedgerIncrement } from '../src/accrue/accrue.ts';
import { accountedInterval, type Interval } from '../src/accrue/interval.ts';
import { storedDecimals, type Measure } from '../src/accrue/measures.ts';
import { describeSnapshot, nothingStored, type StoredState } from '../src/describe/snapshot.ts';
import { describeNodes } from '../src/describe/nodes.ts';
import { sumRows } from '../src/pending/sum-rows.ts';
import { uuidV5 } from '../src/uuid-v5.ts';
import { listRows, type RowGroup } from '../src/write/ledger/ledger-rows.ts';
import { listIncrementRows, type Figures } from './increment-rows.ts';
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
  workload,
} from './sample-snapshot.ts';
import { shippedPrices } from './shipped-prices.ts';

type Lists = Record<string, unknown>;

const clusterId = uid('cluster');
const gib = 2 ** 30;
const minute: Interval = { from: Date.UTC(2026, 6, 15, 12), to: Date.UTC(2026, 6, 15, 12, 1) };

const increment = (lists: Lists, interval = minute, stored: Partial<StoredState> = {}) => {
  const state = { ...nothingStored, ...stored };
  const described = describeSnapshot(sampleSnapshot(1, lists), clusterId, shippedPrices, state);
  return accrue(described, state, { clusterId, interval });
};
const accrued = (...args: Parameters<typeof increment>) => listIncrementRows(increment(...args));

/** 10 cores and 40 GiB, of which pods may use 9 and 36. */
const roundNode = (name: string, change: Lists = {}) =>
  node(name, {
    cpu_capacity_cores: 10,
    cpu_allocatable: 9,
    memory_capacity_bytes: 40 * gib,
    memory_allocatable: 36 * gib,
    ...change,
  });

const sized = (cores: number, memory: number, change: Lists = {}) => ({
  containers: [
    container({ cpu_request_cores: cores, memory_request_bytes: memory * gib, ...change }),
  ],
});

const managed = { provider: 'aws', kubernetes_version: 'v1.33.4-eks-0' };

/** A minute of an hourly amount, of which nine decimals are enough here. */
const perMinute = (hourly: number) => BigInt(Math.round(hourly * 1e9)) * 1000n * 60_000n;

type Accrued = ReturnType<typeof accrued>;
const ownersByName = ({ owners }: Accrued) =>
  new Map(owners.map((row) => [row.owner.name, row.figures]));
const ownerNames = ({ owners }: Accrued) => owners.map(({ owner }) => owner.name).sort();

const total = (figures: Figures, measures: readonly Measure[]) =>
  measures.reduce((sum, measure) => sum + (figures[measure] ?? 0n), 0n);

describe('the interval that a snapshot adds', () => {
  it('is the time since the previous snapshot', () => {
    expect(accountedInterval(60_000, 120_000)).to.eql({ from: 60_000, to: 120_000 });
  });

  it('is nothing for the first, or an older one', () => {
    expect(accountedInterval(null, 120_000)).to.equal(null);
    expect(accountedInterval(120_000, 120_000)).to.equal(null);
    expect(accountedInterval(120_001, 120_000)).to.equal(null);
  });

  it('is the last three minutes after a longer silence', () => {
    expect(accountedInterval(0, 3_600_000)).to.eql({ from: 3_420_000, to: 3_600_000 });
    expect(accountedInterval(0, 180_000)).to.eql({ from: 0, to: 180_000 });
  });
});

describe('the ledger rows of a snapshot', () => {
  it('are split at full hours and days', () => {
    const interval = {
      from: Date.UTC(2026, 6, 15, 22, 59, 59, 750),
      to: Date.UTC(2026, 6, 16, 0, 0, 1),
    };
    const { cluster, containers, nodes } = accrued(
      { nodes: [roundNode('n')], pods: [pod('p', 'n')] },
      interval,
    );
    expect(
      cluster.map(({ hours, figures }) => [hours.map((hour) => new Date(hour)), figures.seconds]),
    ).to.eql([
      [[new Date('2026-07-15T22:00:00Z')], 250n],
      [[new Date('2026-07-15T23:00:00Z')], 3_600_000n],
      [[new Date('2026-07-16T00:00:00Z')], 1000n],
    ]);
    expect(cluster.map(({ covered }) => covered)).to.eql([interval, interval, interval]);
    expect(nodes.map(({ figures }) => figures.seconds)).to.eql([250n, 3_600_000n, 1000n]);
    expect(containers.map(({ day, figures }) => [day, figures.seconds])).to.eql([
      [Date.UTC(2026, 6, 15), 3_600_250n],
      [Date.UTC(2026, 6, 16), 1000n],
    ]);
  });

  it('are stored once for identical full hours of a day', () => {
    const from = Date.UTC(2026, 6, 15, 21, 30);
    const { cluster } = accrued({}, { from, to: from + 4 * 3_600_000 });
    expect(cluster.map(({ hours, figures }) => [hours.length, figures.seconds])).to.eql([
      [1, 1_800_000n],
      [2, 3_600_000n],
      [1, 3_600_000n],
      [1, 1_800_000n],
    ]);
  });

  it('is exact: hourly costs of twelve decimals by milliseconds', () => {
    const { owners } = accrued(
      {
        nodes: [roundNode('n')],
        pods: [
          pod('p', 'n', {
            ...sized(1, 3, { cpu_usage_cores: 2.5, memory_usage_bytes: 2 * gib }),
            ...ownedBy('Deployment', 'web'),
          }),
        ],
        deployments: [deployment('web')],
      },
      { from: minute.to - 1, to: minute.to },
    );
    expect(owners.map(({ owner }) => owner)).to.eql([
      { uid: uid('web'), kind: 'Deployment', namespace: 'shop', name: 'web' },
    ]);
    // 2.5 of 9 cores at 0.031611, 3 of 36 GiB at 0.004237: the rest is all its own.
    expect(owners[0]!.figures).to.eql({
      cpu_cost_seconds: 79_027_500_000n,
      memory_cost_seconds: 12_711_000_000n,
      gpu_cost_seconds: 0n,
      idle_cost_seconds: 205_471_500_000n + 139_821_000_000n,
      overhead_cost_seconds: 31_611_000_000n + 16_948_000_000n,
      storage_cost_seconds: 0n,
      management_cost_seconds: null,
      cpu_requested_core_seconds: 1_000_000_000n,
      memory_requested_byte_seconds: BigInt(3 * gib),
      gpu_requested_seconds: 0n,
      cpu_used_core_seconds: 2_500_000_000n,
      memory_used_byte_seconds: BigInt(2 * gib),
      cpu_charged_core_seconds: 2_500_000_000n,
      memory_charged_byte_seconds: BigInt(3 * gib),
      seconds: 1n,
    });
    const decimals = ['cpu_cost_seconds', 'cpu_used_core_seconds', 'memory_used_byte_seconds'];
    expect([...decimals, 'seconds'].map((name) => storedDecimals(name as Measure))).to.eql([
      15, 12, 3, 3,
    ]);
  });

  it('allocates bare and static pods to their namespace', () => {
    const rows = accrued({
      nodes: [roundNode('n')],
      pods: [
        pod('bare', 'n', sized(2, 4)),
        pod('static', 'n', {
          namespace: 'kube-system',
          owner_kind: 'Node',
          owner_name: 'n',
          owner_uid: 'n',
          ...sized(1, 4),
        }),
      ],
    });
    expect(rows.owners.map(({ owner }) => owner)).to.have.deep.members([
      { uid: uuidV5(clusterId, 'shop'), kind: '', namespace: 'shop', name: 'shop' },
      {
        uid: uuidV5(clusterId, 'kube-system'),
        kind: '',
        namespace: 'kube-system',
        name: 'kube-system',
      },
    ]);
    expect(ownersByName(rows).get('shop')!.cpu_cost_seconds).to.equal(perMinute(0.063222));
    expect(rows.containers.map(({ owner }) => owner.name).sort()).to.eql(['kube-system', 'shop']);
  });

  it('has a row for every workload and namespace, also where nothing runs', () => {
    const rows = accrued({
      namespaces: [{ name: 'empty', labels: null }],
      cronjobs: [workload('nightly', { suspend: true })],
      deployments: [deployment('web')],
      nodes: [roundNode('n')],
      pods: [
        pod('waits', '', { phase: 'Pending', ...ownedBy('Deployment', 'web') }),
        pod('done', 'n', { phase: 'Succeeded', ...ownedBy('CronJob', 'nightly') }),
      ],
    });
    expect(ownerNames(rows)).to.eql(['nightly', 'web']);
    expect(rows.namespaces.map(({ owner }) => owner.name).sort()).to.eql(['empty', 'shop']);
    expect(rows.containers).to.eql([]);
    const { seconds, cpu_used_core_seconds, memory_used_byte_seconds, ...rest } =
      ownersByName(rows).get('nightly')!;
    expect([seconds, cpu_used_core_seconds, memory_used_byte_seconds]).to.eql([
      60_000n,
      null,
      null,
    ]);
    expect(rest.management_cost_seconds).to.equal(null);
    for (const [measure, figure] of Object.entries(rest)) {
      if (measure !== 'management_cost_seconds') expect(figure, measure).to.equal(0n);
    }
  });

  it('leaves nodes without pods, and unrequested GPUs, unallocated', () => {
    const { nodes, cluster } = accrued({
      nodes: [roundNode('empty'), roundNode('gpu', { gpu_capacity: 2, gpu_allocatable: 2 })],
      pods: [pod('p', 'gpu', sized(9, 36))],
    });
    const byName = new Map(nodes.map(({ node: { name }, figures }) => [name, figures]));
    expect(byName.get('empty')!.unallocated_cost_seconds).to.equal(perMinute(0.48559));
    expect(byName.get('empty')!.cpu_cost_seconds).to.equal(0n);
    expect(byName.get('gpu')!.unallocated_cost_seconds).to.equal(perMinute(1.9));
    expect(byName.get('gpu')!.overhead_cost_seconds).to.equal(perMinute(0.048559));
    expect(cluster[0]!.figures.unallocated_compute_cost_seconds).to.equal(perMinute(2.38559));
  });

  it('charges at most the price of the node if the pods exceed it', () => {
    const rows = accrued({
      nodes: [roundNode('n')],
      deployments: [deployment('a'), deployment('b')],
      pods: [
        pod('a1', 'n', { ...sized(12, 24), ...ownedBy('Deployment', 'a') }),
        pod('b1', 'n', { ...sized(6, 12), ...ownedBy('Deployment', 'b') }),
      ],
    });
    const a = ownersByName(rows).get('a')!;
    expect(a.cpu_cost_seconds).to.equal(perMinute(6 * 0.031611));
    expect(a.idle_cost_seconds).to.equal(0n);
    // As asked for, though it is not all there.
    expect(a.cpu_charged_core_seconds).to.equal(12_000_000_000n * 60_000n);
    expect(rows.cluster[0]!.figures.unallocated_compute_cost_seconds).to.equal(0n);
  });

  it('has no cost without a price, and is partial', () => {
    const blank = { cpu_capacity_cores: 0, memory_capacity_bytes: 0 };
    const { cluster, owners, nodes, containers } = accrued({
      ...managed,
      nodes: [roundNode('blank', blank), roundNode('known', { instance_type: '' })],
      deployments: [deployment('web')],
      pods: [pod('p', 'blank', { ...sized(2, 4), ...ownedBy('Deployment', 'web') })],
      pvs: [volume('v', 'c', { capacity: 0 })],
      pvcs: [claim('c')],
    });
    const { figures, ...facts } = cluster[0]!;
    expect(facts).to.include({ is_compute_partial: true, is_storage_partial: true });
    expect(facts.compute_pricing_sources).to.eql(['default_rates']);
    expect(facts.storage_pricing_sources).to.eql([]);
    expect([figures.cpu_cost_seconds, figures.storage_cost_seconds]).to.eql([null, null]);
    expect(figures.unallocated_compute_cost_seconds).to.equal(perMinute(0.48559));
    expect(figures.on_demand_compute_cost_seconds).to.equal(perMinute(0.48559));
    // Nothing has a known cost to share the fee by.
    expect(figures.management_cost_seconds).to.equal(null);
    expect(figures.unallocated_management_cost_seconds).to.equal(perMinute(0.1));
    const [web] = owners;
    expect(web!.figures.cpu_cost_seconds).to.equal(null);
    expect(web!.figures.cpu_requested_core_seconds).to.equal(2_000_000_000n * 60_000n);
    expect(nodes.find((row) => row.node.name === 'blank')!.figures).to.include({
      cpu_cost_seconds: null,
      unallocated_cost_seconds: null,
      cpu_requested_core_seconds: 2_000_000_000n * 60_000n,
    });
    expect(containers[0]!.figures.idle_cost_seconds).to.equal(null);
  });

  it('has no cost for a pod whose node is not listed', () => {
    const { cluster, containers } = accrued({
      nodes: [roundNode('n')],
      pods: [pod('p', 'deleted just now')],
    });
    expect(containers[0]).to.include({ node_uid: null, pod_name: 'p' });
    expect(containers[0]!.figures.cpu_cost_seconds).to.equal(null);
    expect(cluster[0]!.is_compute_partial).to.equal(true);
  });

  it('uses the spot price of a spot node, with its on-demand price', () => {
    const { cluster } = accrued({ nodes: [roundNode('n', { capacity_type: 'spot' })] });
    const { figures } = cluster[0]!;
    expect(figures.unallocated_compute_cost_seconds).to.equal(perMinute(0.10223));
    expect(figures.on_demand_compute_cost_seconds).to.equal(perMinute(0.48559));
  });

  it('allocates volumes to their workload, else their namespace, else to nobody', () => {
    const rows = accrued({
      statefulsets: [
        workload('db', {
          replicas: 1,
          available_replicas: 1,
          volume_claim_templates: ['data'],
        }),
      ],
      pvs: [volume('v1', 'data-db-0'), volume('v2', 'shared'), volume('v3', null)],
      pvcs: [claim('data-db-0'), claim('shared')],
    });
    const owners = ownersByName(rows);
    expect(owners.get('db')!.storage_cost_seconds).to.equal(perMinute(0.0005479));
    expect(owners.get('shop')!.storage_cost_seconds).to.equal(perMinute(0.0005479));
    const { figures } = rows.cluster[0]!;
    expect(figures.storage_cost_seconds).to.equal(2n * perMinute(0.0005479));
    expect(figures.unallocated_storage_cost_seconds).to.equal(perMinute(0.0005479));
    expect(rows.cluster[0]!.is_storage_partial).to.equal(false);
  });

  it('shares the control plane by direct cost of compute and claimed volumes', () => {
    const rows = accrued({
      ...managed,
      nodes: [roundNode('n', { instance_type: '' })],
      deployments: [deployment('web'), deployment('idle')],
      pods: [
        pod('web-1', 'n', {
          ...ownedBy('Deployment', 'web'),
          containers: [
            container({ cpu_request_cores: 3, memory_request_bytes: 0 }),
            container({ name: 'side', cpu_request_cores: 1, memory_request_bytes: 0 }),
          ],
        }),
      ],
      pvs: [volume('v', 'c', { capacity: 500 * gib }), volume('w', null)],
      pvcs: [claim('c')],
    });
    const owners = ownersByName(rows);
    // 4 cores at 0.031611, 500 GiB at 0.00005479.
    const compute = 126_444_000_000n;
    const storage = 27_395_000_000n;
    const ofWeb = owners.get('web')!.management_cost_seconds!;
    const ofClaim = owners.get('shop')!.management_cost_seconds!;
    expect(ofWeb + ofClaim).to.equal(perMinute(0.1));
    expect(ofWeb / 60_000n).to.equal((100_000_000_000n * compute) / (compute + storage) + 1n);
    expect(owners.get('idle')!.management_cost_seconds).to.equal(0n);
    const [main, side] = rows.containers.map(({ figures }) => figures.management_cost_seconds);
    expect(main! + side!).to.equal(ofWeb);
    expect(Number(main) / Number(side)).to.be.closeTo(3, 1e-9);
    expect(rows.cluster[0]!.figures.unallocated_management_cost_seconds).to.equal(0n);
  });

  it('leaves the control plane unallocated if nothing has a cost', () => {
    const { cluster, owners } = accrued({
      ...managed,
      nodes: [roundNode('n')],
      deployments: [deployment('web')],
    });
    expect(cluster[0]!.figures.unallocated_management_cost_seconds).to.equal(perMinute(0.1));
    expect(cluster[0]!.figures.management_cost_seconds).to.equal(0n);
    expect(owners[0]!.figures.management_cost_seconds).to.equal(0n);
  });

  it('has no fee for an unknown control plane', () => {
    const { cluster } = accrued({ nodes: [roundNode('n')], pods: [pod('p', 'n')] });
    expect(cluster[0]!.figures).to.include({
      management_cost_seconds: null,
      unallocated_management_cost_seconds: null,
    });
  });
});

describe('a snapshot with stale parts', () => {
  const stale = (...kinds: string[]) => ({ health: { stale_resources: kinds } });
  const storedNode = () =>
    describeNodes(sampleSnapshot(0, { nodes: [roundNode('n')] }), 'aws', shippedPrices).priced;

  it('uses the stored nodes', () => {
    const { nodes, cluster } = accrued(
      { ...stale('nodes'), pods: [pod('p', 'n', sized(9, 36))] },
      minute,
      { nodes: storedNode(), cluster: { provider: 'aws', service: 'EKS', region: 'here' } },
    );
    expect(nodes).to.have.length(1);
    expect(total(nodes[0]!.figures, ['cpu_cost_seconds', 'memory_cost_seconds'])).to.equal(
      perMinute(0.437031),
    );
    expect(cluster[0]!.figures.management_cost_seconds).to.equal(perMinute(0.1));
    expect(cluster[0]!.compute_pricing_sources).to.eql(['default_rates']);
  });

  it('counts a node that is listed and stored once', () => {
    const { cluster } = accrued({ ...stale('nodes'), nodes: [roundNode('n')] }, minute, {
      nodes: storedNode(),
    });
    expect(cluster[0]!.figures.unallocated_compute_cost_seconds).to.equal(perMinute(0.48559));
  });

  it('does not charge unlisted pods: their share of the node is unallocated', () => {
    const { containers, cluster, owners } = accrued(
      { ...stale('pods'), nodes: [roundNode('n')] },
      minute,
      { workloads: [{ uid: uid('rollout'), kind: 'Rollout', namespace: 'shop', name: 'rollout' }] },
    );
    expect(containers).to.eql([]);
    expect(cluster[0]!.figures.unallocated_compute_cost_seconds).to.equal(perMinute(0.48559));
    expect(owners.map(({ owner }) => owner.name)).to.eql(['rollout']);
  });

  it('uses the stored namespaces, workloads and volumes', () => {
    const rows = accrued(stale('namespaces', 'statefulsets', 'pvs'), minute, {
      namespaces: ['quiet'],
      workloads: [{ uid: uid('db'), kind: 'StatefulSet', namespace: 'shop', name: 'db' }],
      volumes: [
        {
          name: 'v',
          storage_class: 'fast',
          capacity_bytes: String(10 * gib),
          claim_namespace: 'shop',
          workload_uid: uid('db'),
        },
        {
          name: 'w',
          storage_class: '',
          capacity_bytes: String(20 * gib),
          claim_namespace: 'shop',
          workload_uid: uid('deleted'),
        },
      ],
    });
    expect(rows.namespaces.map(({ owner }) => owner.name).sort()).to.eql(['quiet', 'shop']);
    const owners = ownersByName(rows);
    expect(owners.get('db')!.storage_cost_seconds).to.equal(perMinute(0.0005479));
    // A workload that is gone owns nothing.
    expect(owners.get('shop')!.storage_cost_seconds).to.equal(perMinute(0.0010958));
    expect(rows.cluster[0]!.storage_pricing_sources).to.eql(['default_rates']);
  });

  it('gives a volume to the workload that is stored for it while StatefulSets are unknown', () => {
    const { owners } = accrued(
      { ...stale('statefulsets'), pvs: [volume('v', 'c')], pvcs: [claim('c')] },
      minute,
      {
        workloads: [{ uid: uid('db'), kind: 'StatefulSet', namespace: 'shop', name: 'db' }],
        volumeOwners: new Map([['v', uid('db')]]),
      },
    );
    expect(owners.map(({ owner }) => owner.name)).to.eql(['db']);
    expect(owners[0]!.figures.storage_cost_seconds).to.equal(perMinute(0.0005479));
  });
});

describe('increments', () => {
  const first = { from: minute.from, to: minute.from + 60_000 };
  const second = { from: first.to, to: first.to + 60_000 };

  const identity = { name: 'a', provider: 'aws', service: '', region: '', environment: '' };
  const sum = (...parts: LedgerIncrement[]) => {
    const described = { identity, descriptions: new Map<string, string>() };
    const { cluster, containers } = sumRows(parts.map((part) => listRows(part, described))).groups;
    return { cluster: listObjects(cluster), containers: listObjects(containers) };
  };
  const listObjects = ({ count, columns }: RowGroup) =>
    Array.from({ length: count }, (_, row) =>
      Object.fromEntries([...columns].map(([name, values]) => [name, values[row]])),
    );
  const sumEach = (parts: LedgerIncrement[]) => parts.flatMap((part) => sum(part).containers);

  it('follow one another, with a container’s day added up', () => {
    const on = (name: string) => ({ nodes: [roundNode(name)], pods: [pod('p', name)] });
    const { cluster, containers } = sum(increment(on('n'), first), increment(on('m'), second));
    const both = { from: first.from, to: second.to };
    expect(cluster.map(({ covered }) => covered)).to.eql([[both]]);
    expect(containers).to.have.length(1);
    expect(containers[0]).to.include({ node_uid: uid('m') });
    expect(containers).to.eql(sum(increment(on('m'), both)).containers);
  });

  it('separate the cost of a container by owner', () => {
    const ownedAs = (name: string) => ({
      nodes: [roundNode('n')],
      deployments: [deployment('web')],
      pods: [pod('p', 'n', ownedBy(name === 'web' ? 'Deployment' : 'ReplicaSet', name))],
    });
    const parts = [increment(ownedAs('rs'), first), increment(ownedAs('web'), second)];
    expect(sum(...parts).containers).to.eql(sumEach(parts));
  });

  it('separate known and unknown costs of a container', () => {
    const { containers } = sum(
      increment({ pods: [pod('p', 'nowhere')] }, first),
      increment({ nodes: [roundNode('n')], pods: [pod('p', 'n')] }, second),
      increment({ pods: [pod('p', 'nowhere')] }, { from: second.to, to: second.to + 1000 }),
    );
    expect(containers.map(({ node_uid }) => node_uid)).to.eql([null, uid('n')]);
    expect(containers.map((row) => row.cpu_cost_seconds)).to.eql([null, perMinute(0.031611)]);
    expect(containers.map(({ seconds }) => seconds)).to.eql([61_000n, 60_000n]);
  });

  it('keep apart what a container has of its node before and after that changes', () => {
    const on = (cores: number) => ({
      nodes: [roundNode('n', { cpu_capacity_cores: cores })],
      pods: [pod('p', 'n')],
    });
    const parts = [increment(on(10), first), increment(on(20), second)];
    expect(sum(...parts).containers).to.eql(sumEach(parts));
  });

  it('are exact where a sum exceeds 64 bits', () => {
    const bytes = 2 ** 62;
    const large = container({ memory_request_bytes: bytes });
    const rows = accrued({
      nodes: [roundNode('n')],
      pods: [pod('p', 'n', { containers: [large, { ...large, name: 'side' }] })],
    });
    expect(rows.owners[0]!.figures.memory_requested_byte_seconds).to.equal(
      2n * BigInt(bytes) * 60_000n,
    );
  });
});
