import { parseFixedPoint } from '@costplane/pricing';
import { expect } from 'chai';
import { computeSavings } from '../src/advise/savings.ts';
import { type ContainerUsage, type UsageFigures } from '../src/advise/usage-figures.ts';
import { type ContainerSizes, type NodeRates } from '../src/workload-state.ts';

const core = 1_000_000_000n;
const gibibyte = 2n ** 30n;

/** 4 cores for 0.1 and 16 GiB for 0.08 an hour: 0.025 a core, 0.005 a GiB. */
const node: NodeRates = {
  cpuHourly: parseFixedPoint('0.1'),
  memoryHourly: parseFixedPoint('0.08'),
  cpu: 4n * core,
  memory: 16n * gibibyte,
};
const asking = (name: string, cpu: bigint | null, memory: bigint | null): ContainerSizes => ({
  name,
  requests: { cpu, memory },
  limits: { cpu: null, memory: null },
});
const using = (cpu: bigint, memory: bigint): ContainerUsage => ({
  cpu: { average: cpu } as UsageFigures,
  memory: { average: memory } as UsageFigures,
});
const unused = () => ({ cpu: null, memory: null });

describe('savings', () => {
  const hourly = (...args: Parameters<typeof computeSavings>) => computeSavings(...args)?.hourly;

  it('are the reduction of the charge, at the rates of each node', () => {
    const running = [
      { node, containers: [asking('a', 2n * core, 4n * gibibyte)] },
      {
        node: { ...node, cpuHourly: parseFixedPoint('0.2') },
        containers: [asking('a', 2n * core, 4n * gibibyte)],
      },
    ];
    const recommended = [asking('a', core, gibibyte)];
    const savings = computeSavings(running, recommended, unused);
    expect(savings).to.eql({
      // 0.025 + 0.05 for a core, 3 GiB twice.
      hourly: parseFixedPoint('0.105'),
      chargedNow: { cpu: 4n * core, memory: 8n * gibibyte },
      chargedThen: { cpu: 2n * core, memory: 2n * gibibyte },
    });
  });

  it('are bounded by average usage, which is also charged', () => {
    const running = [{ node, containers: [asking('a', 2n * core, gibibyte)] }];
    const readUsage = () => using((3n * core) / 2n, 0n);
    expect(hourly(running, [asking('a', core, gibibyte)], readUsage)).to.equal(
      parseFixedPoint('0.0125'),
    );
  });

  it('are computed per pod: one container may use the request of another', () => {
    const running = [{ node, containers: [asking('a', core, null), asking('b', 3n * core, null)] }];
    const readUsage = (name: string) => using(name === 'a' ? 2n * core : core, 0n);
    const recommended = [asking('a', core, null), asking('b', core, null)];
    // 4 cores are asked for now; then 2 would be, and 3 are used.
    expect(hourly(running, recommended, readUsage)).to.equal(parseFixedPoint('0.025'));
  });

  it('are negative if requests increase', () => {
    const running = [{ node, containers: [asking('a', core, null)] }];
    expect(hourly(running, [asking('a', 2n * core, null)], unused)).to.equal(
      -parseFixedPoint('0.025'),
    );
  });

  it('are zero if unrequested capacity is already used', () => {
    const running = [{ node, containers: [asking('a', null, null)] }];
    expect(hourly(running, [asking('a', core, null)], () => using(core, 0n))).to.equal(0n);
  });

  it('are rounded to twelve decimals per pod, halves to even', () => {
    const odd = { ...node, cpuHourly: 5n, cpu: 2n };
    const running = [{ node: odd, containers: [asking('a', 1n, null)] }];
    expect(hourly(running, [asking('a', 0n, null)], unused)).to.equal(2n);
  });

  it('are unknown if the price of a node is unknown', () => {
    const running = [
      { node, containers: [asking('a', core, null)] },
      { node: null, containers: [asking('a', core, null)] },
    ];
    expect(computeSavings(running, [asking('a', 0n, null)], unused)).to.equal(null);
  });

  it('are zero on a node without capacity', () => {
    const running = [{ node: { ...node, cpu: 0n }, containers: [asking('a', core, null)] }];
    expect(hourly(running, [asking('a', 0n, null)], unused)).to.equal(0n);
  });
});
