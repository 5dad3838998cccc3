import { expect } from 'chai';
import { sizeContainer } from '../src/advise/size-container.ts';
import type { UsageFigures } from '../src/advise/usage-figures.ts';
import { configOf, type ContainerState } from '../src/workload-state.ts';

const mebibyte = 2n ** 20n;
const millicores = (count: number) => BigInt(count) * 1_000_000n;
const mebibytes = (count: number) => BigInt(count) * mebibyte;

function figures(change: Partial<UsageFigures>): UsageFigures {
  return {
    ...{ p50: 0n, p90: 0n, p95: 0n, p99: 0n, maximum: 0n, average: 0n },
    ...{ variation: 0, throttledShare: 0, isEnough: true },
    ...{ samples: 1000, minutes: 1000, firstMinute: 0, lastMinute: 0 },
    ...change,
  };
}

interface Case {
  /** In millicores and mebibytes; null: not set. */
  request?: number | null;
  limit?: number | null;
  oomKills?: number;
  isOpen?: boolean;
  usage: Partial<UsageFigures>;
}

function sized(
  container: ContainerState,
  cpu: UsageFigures | null,
  memory: UsageFigures | null,
  isOpen = false,
) {
  const open = { request: isOpen, limit: isOpen };
  const [config] = configOf([
    sizeContainer(container, { cpu, memory }, { cpu: open, memory: open }),
  ]).containers;
  return config;
}

function container(
  { request = null, limit = null, oomKills = 0 }: Case,
  unit: (count: number) => bigint,
) {
  const size = (count: number | null) => (count === null ? null : unit(count));
  return { request: size(request), limit: size(limit), oomKills };
}

function cpuOf(given: Case) {
  const { request, limit } = container(given, millicores);
  const state = {
    ...{ name: 'main', oomKills: 0 },
    ...{ requests: { cpu: request, memory: null }, limits: { cpu: limit, memory: null } },
  };
  const config = sized(state, figures(given.usage), null, given.isOpen);
  return [config?.requests.cpu, config?.limits.cpu];
}

function memoryOf(given: Case) {
  const { request, limit, oomKills } = container(given, mebibytes);
  const state = {
    ...{ name: 'main', oomKills },
    ...{ requests: { cpu: null, memory: request }, limits: { cpu: null, memory: limit } },
  };
  const config = sized(state, null, figures(given.usage), given.isOpen);
  return [config?.requests.memory, config?.limits.memory];
}

describe('the size of a container', () => {
  describe('in CPU', () => {
    const usage = { p90: millicores(100), p99: millicores(150) };

    it('is the 90th percentile and 15 %, in whole millicores', () => {
      expect(cpuOf({ request: 1000, usage })).to.eql(['115m', undefined]);
      expect(cpuOf({ request: 1000, usage: { p90: millicores(100) + 1n } })).to.eql([
        '116m',
        undefined,
      ]);
      expect(cpuOf({ request: 5000, usage: { p90: 1_739_130_434n } })).to.eql(['2', undefined]);
    });

    it('is at least 10 millicores', () => {
      expect(cpuOf({ request: 100, usage: { p90: 1n } })[0]).to.equal('10m');
      expect(cpuOf({ request: 5, usage: { p90: 1n } })[0]).to.equal('5m');
    });

    it('stays where it would change by less than 10 %', () => {
      expect(cpuOf({ request: 127, usage })[0]).to.equal('127m');
      expect(cpuOf({ request: 128, usage })[0]).to.equal('115m');
      expect(cpuOf({ request: 100, limit: 999, usage })).to.eql(['100m', '999m']);
    });

    it('grows only where more than the request is used', () => {
      expect(cpuOf({ request: 99, usage })[0]).to.equal('115m');
      expect(cpuOf({ request: 100, usage })[0]).to.equal('100m');
    });

    it('may change by less as long as a recommendation is open', () => {
      const isOpen = true;
      expect(cpuOf({ request: 122, usage, isOpen })[0]).to.equal('115m');
      expect(cpuOf({ request: 121, usage, isOpen })[0]).to.equal('121m');
      expect(cpuOf({ request: 104, usage, isOpen })[0]).to.equal('115m');
      expect(cpuOf({ request: 106, usage, isOpen })[0]).to.equal('106m');
    });

    it('stays unset', () => {
      expect(cpuOf({ usage })).to.eql([undefined, undefined]);
      expect(cpuOf({ limit: 400, usage })).to.eql([undefined, '400m']);
    });

    it('keeps the proportion of limit to request, above the 99th percentile and 15 %', () => {
      expect(cpuOf({ request: 1000, limit: 2000, usage })).to.eql(['115m', '230m']);
      expect(cpuOf({ request: 1000, limit: 1000, usage })).to.eql(['115m', '173m']);
    });

    it('does not shrink where it is throttled, and grows with its limit', () => {
      const throttled = { p90: millicores(190), p99: millicores(210), throttledShare: 0.05 };
      expect(cpuOf({ request: 1000, limit: 1000, usage: throttled })).to.eql(['1', '1']);
      expect(cpuOf({ request: 100, limit: 200, usage: throttled })).to.eql(['219m', '438m']);
      expect(cpuOf({ request: 200, limit: 200, usage: throttled })).to.eql(['200m', '242m']);
      expect(cpuOf({ limit: 200, usage: throttled })).to.eql([undefined, '242m']);
      const rarely = { ...throttled, throttledShare: 0.049 };
      expect(cpuOf({ request: 200, limit: 200, usage: rarely })).to.eql(['200m', '200m']);
    });
  });

  describe('in memory', () => {
    const usage = { p99: mebibytes(100), maximum: mebibytes(200) };

    it('is the 99th percentile and 15 %, in whole mebibytes', () => {
      expect(memoryOf({ request: 1024, usage })[0]).to.equal('115Mi');
      expect(memoryOf({ request: 1024, usage: { p99: mebibytes(100) + 1n } })[0]).to.equal('116Mi');
    });

    it('is at least 32 MiB', () => {
      expect(memoryOf({ request: 64, usage: { p99: 1n } })[0]).to.equal('32Mi');
    });

    it('keeps the proportion of limit to request, above the most that was used and 15 %', () => {
      expect(memoryOf({ request: 1024, limit: 4096, usage })).to.eql(['115Mi', '460Mi']);
      expect(memoryOf({ request: 1024, limit: 1024, usage })).to.eql(['115Mi', '230Mi']);
    });

    it('grows after a kill by 20 %, but no less than 100 MiB', () => {
      expect(memoryOf({ request: 1024, oomKills: 1, usage })).to.eql(['1229Mi', undefined]);
      expect(memoryOf({ request: 256, limit: 512, oomKills: 2, usage })).to.eql(['356Mi', '712Mi']);
      const used = { p99: mebibytes(900), maximum: mebibytes(1000) };
      expect(memoryOf({ request: 256, limit: 1024, oomKills: 1, usage: used })).to.eql([
        '1200Mi',
        '4800Mi',
      ]);
    });

    it('is set after a kill where it was not', () => {
      expect(memoryOf({ usage })).to.eql([undefined, undefined]);
      expect(memoryOf({ oomKills: 1, usage })).to.eql(['300Mi', undefined]);
    });
  });

  it('stays where too little is known', () => {
    const state = {
      ...{ name: 'main', oomKills: 1 },
      requests: { cpu: millicores(1000), memory: mebibytes(1024) },
      limits: { cpu: millicores(2000), memory: mebibytes(1024) },
    };
    const expected = {
      ...{
        name: 'main',
        requests: { cpu: '1', memory: '1Gi' },
        limits: { cpu: '2', memory: '1Gi' },
      },
    };
    expect(sized(state, null, null)).to.eql(expected);
    const few = figures({ p90: 1n, p99: 1n, isEnough: false });
    expect(sized(state, few, few)).to.eql(expected);
  });
});
