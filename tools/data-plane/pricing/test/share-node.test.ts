import { expect } from 'chai';
import { allocateNode } from '../src/allocate-node.ts';
import { chargePod, type ContainerToCharge } from '../src/charge-pod.ts';
import { sum } from '../src/fixed-point.ts';
import { mapResources, resourceNames } from '../src/resources.ts';
import { shareNode, usableShares, wholeNode, type NodeToShare } from '../src/share-node.ts';
import { quantities } from './quantities.ts';

/** A node of 10 cores, 8 GiB and 3 GPUs, of which pods may use 9, 6 and 3. */
const node = { capacity: quantities(10, 8, 3), allocatable: quantities(9, 6, 3) };

const container = (cores: number, gib: number, gpus = 0): ContainerToCharge => ({
  requested: quantities(cores, gib, gpus),
  used: { cpu: null, ram: null },
});

const share = (to: NodeToShare, pods: readonly ContainerToCharge[][]) =>
  shareNode(to, pods.map(chargePod));

type Shares = ReturnType<typeof share>[number][number];

const whole = Number(wholeNode);
const part = (share: number) => BigInt(Math.round(share * whole));

describe('shareNode', () => {
  it('gives each container its part of the node, and of the rest of it', () => {
    const [[web, side], [job]] = share(node, [
      [container(2, 1), container(1, 1)],
      [container(1, 0, 2)],
    ]) as [[Shares, Shares], [Shares]];
    expect(web.cpu).to.eql({ direct: part(0.2), loaded: part(0.5) });
    expect(side.cpu).to.eql({ direct: part(0.1), loaded: part(0.25) });
    expect(job.cpu).to.eql({ direct: part(0.1), loaded: part(0.25) });
    expect(web.ram).to.eql({ direct: part(0.125), loaded: part(0.5) });
    expect(job.ram).to.eql({ direct: 0n, loaded: 0n });
    // Two of three devices, to the last digit of a share.
    expect(job.gpu).to.eql({ direct: 666_666_666_667n, loaded: wholeNode });
  });

  it('limits shares if pods request more than the node has', () => {
    const [[first], [second]] = share(node, [[container(12, 1)], [container(6, 1)]]) as [
      [Shares],
      [Shares],
    ];
    expect([first.cpu.direct, second.cpu.direct]).to.eql([600_000_000_000n, 299_999_999_999n]);
    expect(first.cpu.loaded + second.cpu.loaded).to.equal(wholeNode);
  });

  it('has no share of a resource that a node lacks', () => {
    const none = { capacity: quantities(0, 8, 0), allocatable: quantities(4, 6, 1) };
    const [[only]] = share(none, [[container(1, 1, 1)]]) as [[Shares]];
    expect([only.cpu, only.gpu]).to.eql([
      { direct: 0n, loaded: 0n },
      { direct: 0n, loaded: 0n },
    ]);
    expect(usableShares(none)).to.eql({ cpu: 0n, ram: part(0.75), gpu: 0n });
  });

  it('agrees with how the price is divided, and adds up to the node, whatever runs there', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const next = random(seed);
      const some = () =>
        quantities(Math.ceil(next() * 64), Math.ceil(next() * 256), Math.floor(next() * 4));
      const has = some();
      const allocatable = mapResources(
        (name) => (has[name] * BigInt(Math.ceil(next() * 110))) / 100n,
      );
      const anyNode = { capacity: has, allocatable };
      const pods = Array.from({ length: Math.floor(next() * 12) }, () =>
        Array.from({ length: Math.floor(next() * 4) }, () =>
          container(
            Math.floor(next() * 9000) / 1000,
            Math.floor(next() * 40),
            Math.floor(next() * 2),
          ),
        ),
      );
      const price = { cpu: 700_000_000_000n, ram: 300_000_000_007n, gpu: 5_000_000_000_011n };
      const shares = share(anyNode, pods);
      const costs = allocateNode({ ...anyNode, perResource: price }, pods.map(chargePod));
      const usable = usableShares(anyNode);
      for (const name of resourceNames) {
        const all = shares.flat().map((ofContainer) => ofContainer[name]);
        const loaded = sum(all.map((share) => share.loaded));
        expect(loaded === 0n || loaded === wholeNode, `seed ${seed}: ${name}`).to.equal(true);
        for (const { direct, loaded } of all) {
          // Neither idle nor overhead is ever negative.
          expect(direct >= 0n && direct * wholeNode <= loaded * usable[name]).to.equal(true);
        }
        const given = costs.pods.flatMap(({ containers }) => containers);
        for (const [index, { direct }] of all.entries()) {
          const cost = (price[name] * direct) / wholeNode;
          const off = cost - (given[index]?.cost[name] ?? 0n);
          expect(off >= -20n && off <= 20n, `seed ${seed}: ${name} is off by ${off}`).to.equal(
            true,
          );
        }
      }
    }
  });
});

/** A linear congruential generator: the same seed gives the same numbers from 0 to 1. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}
