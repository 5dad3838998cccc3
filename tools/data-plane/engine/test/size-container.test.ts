import { expect } from 'chai';
import { raiseToObserved, sizeContainer } from '../src/advise/size-container.ts';
import { type UsageFigures } from '../src/advise/usage-figures.ts';
import { toConfig, type ContainerState } from '../src/workload-state.ts';

const mebibyte = 2n ** 20n;
const millicores = (count: number) => BigInt(count) * 1_000_000n;
const mebibytes = (count: number) => BigInt(count) * mebibyte;

function figures(change: Partial<UsageFigures>): UsageFigures {
  return {
    p50: 0n,
    p90: 0n,
    p95: 0n,
    p99: 0n,
    average: 0n,
    maximum: 0n,
    maximumAt: 0,
    dailyPeaks: [],
    busy: null,
    variation: 0,
    throttledShare: 0,
    isEnough: true,
    samples: 1000,
    minutes: 1000,
    firstMinute: 0,
    lastMinute: 0,
    ...change,
  };
}

interface Case {
  /** In millicores and mebibytes; null: not set. */
  request?: number | null;
  limit?: number | null;
  oomKills?: number;
  /** What it asked for when it was killed; what it asks for now unless it says otherwise. */
  killedAt?: { request: number | null; limit: number | null };
  isOpen?: boolean;
  /** In percent of the CPU request. */
  hpaTarget?: number;
  usage: Partial<UsageFigures>;
}

function sized(
  container: ContainerState,
  cpu: UsageFigures | null,
  memory: UsageFigures | null,
  isOpen = false,
) {
  const open = { request: isOpen, limit: isOpen };
  const [config] = toConfig([
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

function killedAt({ oomKills = 0, killedAt: at, request = null, limit = null }: Case) {
  const size = (count: number | null) =>
    oomKills === 0 || count === null ? null : mebibytes(count);
  return {
    memoryRequest: size(at ? at.request : request),
    memoryLimit: size(at ? at.limit : limit),
    time: null,
  };
}

function sizeCpu(given: Case) {
  const { request, limit } = container(given, millicores);
  const state = {
    name: 'main',
    oomKills: 0,
    hpaCpuTarget: given.hpaTarget ?? null,
    killedAt: { memoryRequest: null, memoryLimit: null, time: null },
    requests: { cpu: request, memory: null },
    limits: { cpu: limit, memory: null },
  };
  const config = sized(state, figures(given.usage), null, given.isOpen);
  return [config?.requests.cpu, config?.limits.cpu];
}

function sizeMemory(given: Case) {
  const { request, limit, oomKills } = container(given, mebibytes);
  const state = {
    name: 'main',
    oomKills,
    killedAt: killedAt(given),
    hpaCpuTarget: null,
    requests: { cpu: null, memory: request },
    limits: { cpu: null, memory: limit },
  };
  const config = sized(state, null, figures(given.usage), given.isOpen);
  return [config?.requests.memory, config?.limits.memory];
}

describe('the size of a container', () => {
  describe('in CPU', () => {
    const usage = { p90: millicores(100), p99: millicores(150) };

    it('is the 90th percentile and 15 %, in whole millicores', () => {
      expect(sizeCpu({ request: 1000, usage })).to.eql(['115m', undefined]);
      expect(sizeCpu({ request: 1000, usage: { p90: millicores(100) + 1n } })).to.eql([
        '116m',
        undefined,
      ]);
      expect(sizeCpu({ request: 5000, usage: { p90: 1_739_130_434n } })).to.eql(['2', undefined]);
    });

    it('is at least 10 millicores', () => {
      expect(sizeCpu({ request: 100, usage: { p90: 1n } })[0]).to.equal('10m');
      expect(sizeCpu({ request: 5, usage: { p90: 1n } })[0]).to.equal('5m');
    });

    it('stays where it would change by less than 10 %', () => {
      expect(sizeCpu({ request: 127, usage })[0]).to.equal('127m');
      expect(sizeCpu({ request: 128, usage })[0]).to.equal('115m');
      expect(sizeCpu({ request: 100, limit: 999, usage })).to.eql(['100m', '999m']);
    });

    it('grows only where more than the request is used', () => {
      expect(sizeCpu({ request: 99, usage })[0]).to.equal('115m');
      expect(sizeCpu({ request: 100, usage })[0]).to.equal('100m');
    });

    it('may change by less as long as a recommendation is open', () => {
      const isOpen = true;
      expect(sizeCpu({ request: 122, usage, isOpen })[0]).to.equal('115m');
      expect(sizeCpu({ request: 121, usage, isOpen })[0]).to.equal('121m');
      expect(sizeCpu({ request: 104, usage, isOpen })[0]).to.equal('115m');
      expect(sizeCpu({ request: 106, usage, isOpen })[0]).to.equal('106m');
    });

    it('stays unset', () => {
      expect(sizeCpu({ usage })).to.eql([undefined, undefined]);
      expect(sizeCpu({ limit: 400, usage })).to.eql([undefined, '400m']);
    });

    it('lowers the limit in proportion, to the 99th percentile and 15 % at least', () => {
      expect(sizeCpu({ request: 1000, limit: 2000, usage })).to.eql(['115m', '230m']);
      expect(sizeCpu({ request: 1000, limit: 1000, usage })).to.eql(['115m', '173m']);
    });

    it('never has a limit below the observed maximum', () => {
      const peaked = { ...usage, maximum: millicores(900) };
      expect(sizeCpu({ request: 1000, limit: 1000, usage: peaked })).to.eql(['115m', '900m']);
      expect(sizeCpu({ request: 1000, limit: 800, usage: peaked })).to.eql(['115m', '900m']);
    });

    it('raises a limit to the need, not in proportion to the request', () => {
      const more = { p90: 2_100_000_000n, p99: 2_200_000_000n, maximum: 2_300_000_000n };
      expect(sizeCpu({ request: 100, limit: 2000, usage: more })).to.eql(['2415m', '2530m']);
      expect(sizeCpu({ request: 100, limit: 4000, usage: more })).to.eql(['2415m', '4']);
    });

    it('uses the busy minutes of a mostly idle container', () => {
      const batch = { ...usage, busy: { share: 0.006, p90: millicores(3000) } };
      expect(sizeCpu({ request: 4000, usage: batch })[0]).to.equal('3450m');
      expect(sizeCpu({ request: 1000, usage: batch })[0]).to.equal('3450m');
    });

    it('is not below use over the target of an autoscaler', () => {
      const held = { p90: millicores(100), average: millicores(80) };
      expect(sizeCpu({ request: 1000, hpaTarget: 50, usage: held })[0]).to.equal('200m');
      expect(sizeCpu({ request: 210, hpaTarget: 50, usage: held })[0]).to.equal('210m');
      expect(sizeCpu({ request: 99, hpaTarget: 50, usage: held })[0]).to.equal('200m');
      const bursts = { p90: millicores(100), average: millicores(120) };
      expect(sizeCpu({ request: 1000, hpaTarget: 50, usage: bursts })[0]).to.equal('240m');
      expect(sizeCpu({ request: 1000, hpaTarget: 90, usage: held })[0]).to.equal('115m');
    });

    it('does not shrink where it is throttled, and grows with its limit', () => {
      const throttled = { p90: millicores(190), p99: millicores(210), throttledShare: 0.05 };
      expect(sizeCpu({ request: 1000, limit: 1000, usage: throttled })).to.eql(['1', '1']);
      expect(sizeCpu({ request: 100, limit: 200, usage: throttled })).to.eql(['219m', '242m']);
      expect(sizeCpu({ request: 200, limit: 200, usage: throttled })).to.eql(['200m', '242m']);
      expect(sizeCpu({ limit: 200, usage: throttled })).to.eql([undefined, '242m']);
      const rarely = { ...throttled, throttledShare: 0.049 };
      expect(sizeCpu({ request: 200, limit: 200, usage: rarely })).to.eql(['200m', '200m']);
    });
  });

  describe('in memory', () => {
    const usage = { p99: mebibytes(100), maximum: mebibytes(200) };

    it('is the highest peak and 15 %, in whole mebibytes', () => {
      expect(sizeMemory({ request: 1024, usage })[0]).to.equal('230Mi');
      const more = { p99: mebibytes(100), maximum: mebibytes(200) + 1n };
      expect(sizeMemory({ request: 1024, usage: more })[0]).to.equal('231Mi');
    });

    it('is the 99th percentile and 15 % at least', () => {
      const rounded = { p99: mebibytes(105), maximum: mebibytes(100) };
      expect(sizeMemory({ request: 1024, usage: rounded })[0]).to.equal('121Mi');
    });

    it('grows where a peak is above the request', () => {
      expect(sizeMemory({ request: 199, usage })[0]).to.equal('230Mi');
      expect(sizeMemory({ request: 200, usage })[0]).to.equal('200Mi');
    });

    it('is at least 32 MiB', () => {
      expect(sizeMemory({ request: 64, usage: { p99: 1n } })[0]).to.equal('32Mi');
    });

    it('lowers the limit in proportion, to the highest peak and 15 % at least', () => {
      expect(sizeMemory({ request: 1024, limit: 4096, usage })).to.eql(['230Mi', '920Mi']);
      expect(sizeMemory({ request: 1024, limit: 1024, usage })).to.eql(['230Mi', '230Mi']);
    });

    it('raises a limit to the need, not in proportion to the request', () => {
      expect(sizeMemory({ request: 100, limit: 220, usage })).to.eql(['230Mi', '230Mi']);
      expect(sizeMemory({ request: 100, limit: 500, usage })).to.eql(['230Mi', '500Mi']);
    });

    it('grows after a kill by 20 %, but no less than 100 MiB', () => {
      expect(sizeMemory({ request: 1024, oomKills: 1, usage })).to.eql(['1229Mi', undefined]);
      expect(sizeMemory({ request: 256, limit: 512, oomKills: 2, usage })).to.eql([
        '356Mi',
        '615Mi',
      ]);
      const used = { p99: mebibytes(900), maximum: mebibytes(1000) };
      expect(sizeMemory({ request: 256, limit: 1024, oomKills: 1, usage: used })).to.eql([
        '1200Mi',
        '1229Mi',
      ]);
    });

    it('grows after a kill based on the request at that time, once', () => {
      const killed = { oomKills: 1, killedAt: { request: 1024, limit: 2048 }, usage };
      expect(sizeMemory({ ...killed, request: 1024, limit: 2048 })).to.eql(['1229Mi', '2458Mi']);
      expect(sizeMemory({ ...killed, request: 1229, limit: 2458 })).to.eql(['1229Mi', '2458Mi']);
      expect(sizeMemory({ ...killed, request: 1229, limit: 2458, isOpen: true })).to.eql([
        '1229Mi',
        '2458Mi',
      ]);
      expect(sizeMemory({ ...killed, request: 4096, limit: 4096 })).to.eql(['1229Mi', '2458Mi']);
      expect(sizeMemory({ ...killed, request: 512, limit: 512 })).to.eql(['1229Mi', '2458Mi']);
    });

    it('grows after a kill based on usage if the request is unknown', () => {
      const killed = { oomKills: 1, killedAt: { request: null, limit: null }, usage };
      expect(sizeMemory({ ...killed, request: 256, limit: 256 })).to.eql(['300Mi', '300Mi']);
      expect(sizeMemory({ ...killed, request: 300, limit: 300 })).to.eql(['300Mi', '300Mi']);
    });

    it('is set after a kill if it was unset', () => {
      expect(sizeMemory({ usage })).to.eql([undefined, undefined]);
      expect(sizeMemory({ oomKills: 1, usage })).to.eql(['300Mi', undefined]);
    });
  });

  describe('that is recommended with other changes', () => {
    const raised = (
      sizes: { cpu: [number | null, number | null]; memory: [number | null, number | null] },
      usage: { cpu?: Partial<UsageFigures>; memory?: Partial<UsageFigures> },
      hpaTarget: number | null = null,
    ) => {
      const size = (count: number | null, unit: (count: number) => bigint) =>
        count === null ? null : unit(count);
      const [config] = toConfig([
        raiseToObserved(
          {
            name: 'main',
            requests: {
              cpu: size(sizes.cpu[0], millicores),
              memory: size(sizes.memory[0], mebibytes),
            },
            limits: {
              cpu: size(sizes.cpu[1], millicores),
              memory: size(sizes.memory[1], mebibytes),
            },
          },
          {
            cpu: usage.cpu ? figures(usage.cpu) : null,
            memory: usage.memory ? figures(usage.memory) : null,
          },
          hpaTarget,
        ),
      ]).containers;
      return [config?.requests, config?.limits];
    };

    it('is raised to the highest peak and 15 % in memory, and the limit with it', () => {
      const memory = { maximum: mebibytes(200) };
      const of = (request: number | null, limit: number | null) =>
        raised({ cpu: [null, null], memory: [request, limit] }, { memory });
      expect(of(229, 229)).to.eql([{ memory: '230Mi' }, { memory: '230Mi' }]);
      expect(of(229, 300)).to.eql([{ memory: '230Mi' }, { memory: '300Mi' }]);
      expect(of(300, 400)).to.eql([{ memory: '300Mi' }, { memory: '400Mi' }]);
      expect(of(null, 199)).to.eql([{}, { memory: '230Mi' }]);
      expect(of(null, null)).to.eql([{}, {}]);
    });

    it('is raised to the observed maximum in its CPU limit', () => {
      const cpu = { p99: millicores(150), maximum: millicores(210) };
      const of = (limit: number | null) =>
        raised({ cpu: [100, limit], memory: [null, null] }, { cpu });
      expect(of(200)).to.eql([{ cpu: '100m' }, { cpu: '210m' }]);
      expect(of(210)).to.eql([{ cpu: '100m' }, { cpu: '210m' }]);
      expect(of(null)).to.eql([{ cpu: '100m' }, {}]);
    });

    it('is raised to the average use over the target of an autoscaler', () => {
      const cpu = { p90: millicores(100), average: millicores(70) };
      expect(raised({ cpu: [90, 95], memory: [null, null] }, { cpu }, 70)).to.eql([
        { cpu: '100m' },
        { cpu: '100m' },
      ]);
      expect(raised({ cpu: [101, 200], memory: [null, null] }, { cpu }, 70)).to.eql([
        { cpu: '101m' },
        { cpu: '200m' },
      ]);
    });
  });

  it('does not change with too few samples', () => {
    const state = {
      name: 'main',
      oomKills: 1,
      hpaCpuTarget: null,
      killedAt: { memoryRequest: mebibytes(1024), memoryLimit: mebibytes(1024), time: null },
      requests: { cpu: millicores(1000), memory: mebibytes(1024) },
      limits: { cpu: millicores(2000), memory: mebibytes(1024) },
    };
    const expected = {
      name: 'main',
      requests: { cpu: '1', memory: '1Gi' },
      limits: { cpu: '2', memory: '1Gi' },
    };
    expect(sized(state, null, null)).to.eql(expected);
    const few = figures({ p90: 1n, p99: 1n, isEnough: false });
    expect(sized(state, few, few)).to.eql(expected);
  });
});
