import { expect } from 'chai';
import { allocateNode, type Allocation, type NodeToAllocate } from '../src/allocate-node.ts';
import { apportion } from '../src/apportion.ts';
import { chargePod, type ContainerToCharge } from '../src/charge-pod.ts';
import { formatFixedPoint, parseFixedPoint, sum } from '../src/fixed-point.ts';
import { priceNode } from '../src/price-node.ts';
import { clusterPrices } from './prices.ts';
import { amounts, quantities } from './quantities.ts';

const noCost = { cpu: '0', ram: '0', gpu: '0' };

/** A node of 10 cores at 1 each, 10 GiB at 0.1 each and 2 GPUs at 5 each. */
const node = (change: Partial<NodeToAllocate> = {}): NodeToAllocate => ({
  perResource: {
    cpu: parseFixedPoint('10'),
    ram: parseFixedPoint('1'),
    gpu: parseFixedPoint('10'),
  },
  capacity: quantities(10, 10, 2),
  allocatable: quantities(9, 8, 2),
  ...change,
});

const container = (
  [cores, gib, gpus]: [number, number, number],
  use: { cores?: number; gib?: number } = {},
): ContainerToCharge => ({
  requested: quantities(cores, gib, gpus),
  used: {
    cpu: use.cores === undefined ? null : quantities(use.cores, 0, 0).cpu,
    ram: use.gib === undefined ? null : quantities(0, use.gib, 0).ram,
  },
});

const allocate = (to: NodeToAllocate, pods: readonly ContainerToCharge[][]) =>
  allocateNode(to, pods.map(chargePod));

const loaded = ({ cost, idle, overhead }: Allocation) => sum(Object.values(cost)) + idle + overhead;

const shares = ({ idle, overhead }: Allocation) => [idle, overhead].map(formatFixedPoint);

describe('the cost of a pod', () => {
  it('is the larger of request and use at the rate of its node, per resource', () => {
    const { pods, idle, overhead } = allocate(node(), [
      [container([2, 4, 0], { cores: 3, gib: 1 })],
    ]);
    expect(amounts(pods[0]!.cost)).to.eql({ cpu: '3', ram: '0.4', gpu: '0' });
    expect(amounts(idle)).to.eql({ cpu: '6', ram: '0.4', gpu: '10' });
    expect(amounts(overhead)).to.eql({ cpu: '1', ram: '0.2', gpu: '0' });
  });

  it('is that of its request when its use is unknown', () => {
    const { pods } = allocate(node(), [[container([2, 4, 1])]]);
    expect(amounts(pods[0]!.cost)).to.eql({ cpu: '2', ram: '0.4', gpu: '5' });
  });

  it('allows a container to use the request of another, and shares by own charge', () => {
    const { pods } = allocate(node(), [
      [container([3, 0, 0], { cores: 1, gib: 0 }), container([1, 0, 0], { cores: 3, gib: 0 })],
    ]);
    expect(amounts(pods[0]!.cost).cpu).to.equal('4');
    expect(pods[0]!.containers.map(({ cost }) => amounts(cost).cpu)).to.eql(['2', '2']);
  });

  it('counts the request of a container whose use is unknown beside a known one', () => {
    const { pods } = allocate(node(), [
      [container([1, 0, 0]), container([1, 0, 0], { cores: 4, gib: 0 })],
    ]);
    expect(amounts(pods[0]!.cost).cpu).to.equal('5');
    expect(pods[0]!.containers.map(({ cost }) => amounts(cost).cpu)).to.eql(['1', '4']);
  });

  it('shrinks in proportion where the pods exceed the allocatable', () => {
    const { pods, idle, overhead } = allocate(node(), [
      [container([4, 2, 0], { cores: 12, gib: 1 })],
      [container([6, 2, 0])],
    ]);
    // 18 cores are charged on 9: each pays half.
    expect(pods.map(({ cost }) => amounts(cost).cpu)).to.eql(['6', '3']);
    expect(pods.map(({ cost }) => amounts(cost).ram)).to.eql(['0.2', '0.2']);
    expect(amounts(idle)).to.eql({ cpu: '0', ram: '0.4', gpu: '10' });
    expect(amounts(overhead)).to.eql({ cpu: '1', ram: '0.2', gpu: '0' });
  });

  it('is nothing for a pod that neither requests nor uses', () => {
    const { pods } = allocate(node(), [[container([0, 0, 0], { cores: 0, gib: 0 })], []]);
    expect(pods.map(({ cost }) => amounts(cost))).to.eql([noCost, noCost]);
  });

  it('leaves unrequested GPUs idle', () => {
    const gpuNode = {
      perResource: priceNode(
        {
          provider: 'on-prem',
          region: '',
          instanceType: '',
          isSpot: false,
          operatingSystem: 'linux',
          capacity: quantities(8, 32, 4),
          gpuModel: '',
        },
        clusterPrices(),
      ).perResource!,
      capacity: quantities(8, 32, 4),
      allocatable: quantities(8, 32, 4),
    };
    const { pods, idle } = allocate(gpuNode, [[container([8, 32, 0])]]);
    expect(amounts(pods[0]!.cost)).to.eql({ cpu: '0.252888', ram: '0.135584', gpu: '0' });
    expect(amounts(idle)).to.eql({ cpu: '0', ram: '0', gpu: '3.8' });
  });

  it('has no share of a resource that the node lacks', () => {
    const bare = node({
      perResource: { cpu: parseFixedPoint('10'), ram: parseFixedPoint('1'), gpu: 0n },
      capacity: quantities(10, 10, 0),
      allocatable: quantities(10, 10, 0),
    });
    const { pods, idle } = allocate(bare, [[container([1, 1, 1])]]);
    expect(amounts(pods[0]!.cost)).to.eql({ cpu: '1', ram: '0.1', gpu: '0' });
    expect(amounts(idle).gpu).to.equal('0');
  });
});

describe('a node', () => {
  it('without pods is idle and overhead', () => {
    const { pods, idle, overhead } = allocate(node(), []);
    expect(pods).to.eql([]);
    expect(amounts(idle)).to.eql({ cpu: '9', ram: '0.8', gpu: '10' });
    expect(amounts(overhead)).to.eql({ cpu: '1', ram: '0.2', gpu: '0' });
  });

  it('with allocatable above its capacity costs no more than its price', () => {
    const { pods, overhead } = allocate(node({ allocatable: quantities(20, 10, 2) }), [
      [container([20, 1, 0])],
    ]);
    expect(amounts(pods[0]!.cost).cpu).to.equal('10');
    expect(amounts(overhead).cpu).to.equal('0');
  });

  it('is divided without remainder, for any values', () => {
    for (let size = 1; size <= 60; size++) {
      const capacity = quantities(size % 7 ? size / 7 : size, 3 * size, size % 3);
      const perResource = priceNode(
        {
          provider: 'on-prem',
          region: '',
          instanceType: '',
          isSpot: size % 2 === 0,
          operatingSystem: 'linux',
          capacity,
          gpuModel: '',
        },
        clusterPrices(),
      ).perResource!;
      const pods = Array.from({ length: size }, (_, index) => [
        container([index / 9, 1 / (index + 1), index % 2], { cores: 0.1, gib: index }),
        container([0.05, 0.25, 0]),
      ]);
      const result = allocate(
        {
          perResource,
          capacity,
          allocatable: quantities(Number(capacity.cpu) / 2e9, size, size % 3),
        },
        pods,
      );
      for (const name of ['cpu', 'ram', 'gpu'] as const) {
        const direct = sum(result.pods.map(({ cost }) => cost[name]));
        expect(direct + result.idle[name] + result.overhead[name]).to.equal(perResource[name]);
        for (const { cost, containers } of result.pods) {
          expect(sum(containers.map((each) => each.cost[name]))).to.equal(cost[name]);
        }
        expect(result.idle[name] >= 0n && result.overhead[name] >= 0n).to.equal(true);
      }
      const price = sum(Object.values(perResource));
      expect(sum(result.pods.map(loaded)) + result.unallocated).to.equal(price);
      for (const pod of result.pods) {
        expect(sum(pod.containers.map(loaded))).to.equal(loaded(pod));
        for (const { cost, idle, overhead } of [pod, ...pod.containers]) {
          for (const amount of [...Object.values(cost), idle, overhead])
            expect(amount >= 0n).to.equal(true);
        }
      }
    }
  });
});

describe('idle and overhead of a node', () => {
  it('are shared by what is charged, per resource', () => {
    const { pods, unallocated } = allocate(node(), [
      [container([2, 0.5, 0], { cores: 3, gib: 1 })],
      [container([1, 3, 2])],
    ]);
    // Cores: 5 idle and 1 overhead at 1, as 3 to 1. Memory: 4 GiB idle and 2 overhead at 0.1, as 1 to 3.
    expect(pods.map(shares)).to.eql([
      ['3.85', '0.8'],
      ['1.55', '0.4'],
    ]);
    expect(formatFixedPoint(unallocated)).to.equal('0');
  });

  it('are shared among the containers of a pod likewise', () => {
    const { pods } = allocate(node(), [
      [container([3, 0, 0], { cores: 1, gib: 0 }), container([0, 0, 0], { cores: 1, gib: 4 })],
    ]);
    expect(pods.map(shares)).to.eql([['6.4', '1.2']]);
    expect(pods[0]!.containers.map(shares)).to.eql([
      ['4.5', '0.75'],
      ['1.9', '0.45'],
    ]);
  });

  it('are unallocated if no pod requests the resource', () => {
    const { pods, unallocated } = allocate(node(), [[container([1, 0, 0])]]);
    expect(shares(pods[0]!)).to.eql(['8', '1']);
    expect(formatFixedPoint(unallocated)).to.equal('11');
  });

  it('are unallocated on an empty node', () => {
    expect(formatFixedPoint(allocate(node(), []).unallocated)).to.equal('21');
  });

  it('are only overhead if the pods exceed the node', () => {
    const { pods } = allocate(node({ allocatable: quantities(9, 10, 2) }), [
      [container([12, 5, 1])],
      [container([6, 5, 1])],
    ]);
    expect(pods.map(({ cost }) => amounts(cost).cpu)).to.eql(['6', '3']);
    expect(pods.map(shares).map(([idle]) => idle)).to.eql(['0', '0']);
    expect(pods.map(({ overhead }) => overhead)).to.eql([666_666_666_667n, 333_333_333_333n]);
  });
});

describe('the charged quantities of a container', () => {
  it('are the larger of request and use, and not shrunk', () => {
    const { containers } = chargePod([
      container([2, 4, 1], { cores: 12, gib: 1 }),
      container([2, 4, 0]),
    ]);
    expect(containers).to.eql([quantities(12, 4, 1), quantities(2, 4, 0)]);
  });
});

describe('apportioning', () => {
  it('distributes every unit, each share within one unit of its exact value', () => {
    expect(apportion(10n, [1n, 1n, 1n])).to.eql([3n, 3n, 4n]);
    expect(apportion(7n, [0n, 5n, 0n])).to.eql([0n, 7n, 0n]);
    expect(
      apportion(
        600n,
        Array.from({ length: 1000 }, () => 1n),
      ).some((n) => n > 1n),
    ).to.equal(false);
    expect(apportion(5n, [0n, 0n])).to.eql([0n, 0n]);
    expect(apportion(5n, [3n])).to.eql([5n]);
    expect(apportion(5n, [0n])).to.eql([0n]);
    expect(apportion(0n, [1n, 2n])).to.eql([0n, 0n]);
  });

  it('rounds up the largest remainders, so that integer shares stay exact', () => {
    expect(apportion(3n, [1n, 1n, 2n])).to.eql([1n, 1n, 1n]);
    expect(apportion(6n, [1n, 2n, 1n])).to.eql([1n, 3n, 2n]);
    expect(apportion(8n, [1n, 2n, 1n])).to.eql([2n, 4n, 2n]);
  });
});
