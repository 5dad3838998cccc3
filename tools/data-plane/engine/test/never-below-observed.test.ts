import { expect } from 'chai';
import { advise, type Advice } from '../src/advise/advise.ts';
import { usageFigures, type ContainerUsage } from '../src/advise/usage-figures.ts';
import { dayMs, minuteLengthMs } from '../src/policy.ts';
import { parseCpu, parseMemory } from '../src/quantity.ts';
import { ContainerHistory } from '../src/usage/container-history.ts';
import { type ContainerState, type WorkloadState } from '../src/workload-state.ts';

// Over random usage: whatever is recommended, it is not below what was seen. What was seen is taken
// from the samples themselves.

const start = Date.UTC(2026, 6, 15);
const core = 1e9;
const mebibyte = 2 ** 20;

type Random = () => number;

/** The same numbers for the same seed (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const between = (random: Random, least: number, most: number) => least * (most / least) ** random();
const pickOne = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

interface Sample {
  time: number;
  value: number;
}

/** A level with noise, a wave over the day and rare bursts; gaps where it did not run. */
function series(random: Random, times: readonly number[], unit: number): Sample[] {
  const level = between(random, 0.01, 20) * unit;
  const [noise, wave] = [random() * 0.5, random() * 0.8];
  const burst = {
    chance: pickOne(random, [0, 0, 0.001, 0.006, 0.05]),
    height: between(random, 2, 80),
  };
  const gap = pickOne(random, [0, 0, 0.3]);
  return times.flatMap((time) => {
    if (random() < gap) return [];
    const curve = 1 + wave * Math.sin((2 * Math.PI * time) / dayMs) + noise * (random() - 0.5);
    const height = random() < burst.chance ? burst.height : 1;
    return [{ time, value: Math.max(0, Math.round(level * curve * height)) }];
  });
}

interface Seen {
  container: ContainerState;
  cpu: Sample[];
  memory: Sample[];
}

function container(random: Random, name: string, times: readonly number[]): Seen {
  const [cpu, memory] = [series(random, times, core), series(random, times, 100 * mebibyte)];
  const size = (samples: readonly Sample[], step: number) => {
    const most = maximum(samples) || step;
    const amount = Math.ceil((most * between(random, 0.02, 20)) / step) * step;
    return random() < 0.15 ? null : BigInt(amount);
  };
  const limitOver = (request: bigint | null) =>
    random() < 0.4 ? null : (request ?? BigInt(core)) * pickOne(random, [1n, 2n, 20n]);
  const requests = { cpu: size(cpu, 1e6), memory: size(memory, mebibyte) };
  const limits = { cpu: limitOver(requests.cpu), memory: limitOver(requests.memory) };
  const oomKills = random() < 0.1 ? 1 : 0;
  const state: ContainerState = {
    name,
    requests,
    limits,
    oomKills,
    killedAt: {
      memoryRequest: oomKills > 0 ? requests.memory : null,
      memoryLimit: oomKills > 0 ? limits.memory : null,
      time: null,
    },
    hpaCpuTarget: random() < 0.3 ? pickOne(random, [30, 50, 70, 80]) : null,
  };
  return { container: state, cpu, memory };
}

const maximum = (samples: readonly Sample[]) =>
  samples.reduce((most, { value }) => Math.max(most, value), 0);

function makeUsage({ container: { limits }, cpu, memory }: Seen): ContainerUsage {
  const figures = (samples: readonly Sample[], limit: bigint | null) => {
    // Written and read again now and then, as runs do.
    let history = new ContainerHistory();
    for (const [index, { time, value }] of samples.entries()) {
      history.addMinute(time, [value], [Number(limit ?? 0n)]);
      if (index % 500 === 499) history = new ContainerHistory(stored(history));
    }
    return history.histogram.isEmpty ? null : usageFigures(history);
  };
  return { cpu: figures(cpu, limits.cpu), memory: figures(memory, null) };
}

const stored = (history: ContainerHistory) => ({
  workload_uid: '',
  container_name: '',
  resource: 'cpu' as const,
  ...history.row(),
});

function makeWorkload(seen: readonly Seen[]): WorkloadState {
  const containers = seen.map((each) => each.container);
  const node = { cpuHourly: 10n ** 11n, memoryHourly: 10n ** 11n, cpu: 64n * 10n ** 9n };
  return {
    uid: 'w',
    namespace: 'shop',
    name: 'web',
    kind: 'Deployment',
    hourlyCost: null,
    replicasDesired: 1,
    restarts: 0,
    hasHpa: containers.some(({ hpaCpuTarget }) => hpaCpuTarget !== null),
    oomKills: containers.reduce((sum, { oomKills }) => sum + oomKills, 0),
    containers,
    running: [{ containers, node: { ...node, memory: 256n * 2n ** 30n } }],
  };
}

/** The samples of the days that count: the last one with any, and seven before it. */
const inWindow = (samples: readonly Sample[]): Sample[] => {
  const last = samples.reduce((latest, { time }) => Math.max(latest, time), 0);
  const first = Math.floor(last / dayMs) * dayMs - 7 * dayMs;
  return samples.filter(({ time }) => time >= first);
};

/** Of one half, newer samples counting more: half a day ago, 0.71 of now. */
function average(samples: readonly Sample[]): number {
  let [sum, weights] = [0, 0];
  for (const { time, value } of samples) {
    const weight = 2 ** ((time - start) / dayMs);
    sum += weight * value;
    weights += weight;
  }
  return sum / weights;
}

function check(advice: Advice, { container: current, ...seen }: Seen): void {
  const { requests, limits } = advice.recommendedConfig.containers.find(
    ({ name }) => name === current.name,
  )!;
  const [cpu, memory] = [inWindow(seen.cpu), inWindow(seen.memory)];
  const cpuRequest = requests.cpu === undefined ? null : Number(parseCpu(requests.cpu));
  const cpuLimit = limits.cpu === undefined ? null : Number(parseCpu(limits.cpu));
  const memoryRequest = requests.memory === undefined ? null : Number(parseMemory(requests.memory));
  const memoryLimit = limits.memory === undefined ? null : Number(parseMemory(limits.memory));

  if (memoryRequest !== null) expect(memoryRequest).to.be.at.least(maximum(memory) * 1.15);
  if (cpuLimit !== null) expect(cpuLimit).to.be.at.least(maximum(cpu));
  if (memoryLimit !== null) expect(memoryLimit).to.be.at.least(maximum(memory));
  if (cpuLimit !== null) expect(cpuLimit).to.be.at.least(cpuRequest ?? 0);
  if (memoryLimit !== null) expect(memoryLimit).to.be.at.least(memoryRequest ?? 0);
  // A raised limit: the need, with the end of its bucket and a step of rounding, or the request.
  const raisedTo = (used: number, ...others: number[]) => Math.max(used * 1.05 * 1.15, ...others);
  if (cpuLimit !== null && cpuLimit > Number(current.limits.cpu)) {
    expect(cpuLimit).to.be.at.most(raisedTo(maximum(cpu), 1e7, cpuRequest ?? 0) + 1e7);
  }
  if (memoryLimit !== null && memoryLimit > Number(current.limits.memory)) {
    const afterKill = current.oomKills * (Number(current.limits.memory) * 1.2 + 100 * mebibyte);
    expect(memoryLimit).to.be.at.most(
      raisedTo(maximum(memory), afterKill, memoryRequest ?? 0) + mebibyte,
    );
  }
  if (current.hpaCpuTarget !== null && cpuRequest !== null) {
    const least = (average(seen.cpu) * 100) / current.hpaCpuTarget;
    // Buckets of which almost nothing counts are forgotten.
    expect(cpuRequest).to.be.at.least(least * 0.99);
  }
  if (cpuRequest !== null && cpuRequest < Number(current.requests.cpu)) {
    if (cpuRequest < maximum(cpu)) checkPeak(advice, cpu);
  }
}

/** Never low, and the peak is named with its day and time. */
function checkPeak(advice: Advice, samples: readonly Sample[]): void {
  expect(advice.riskLevel).not.to.equal('low');
  const most = maximum(samples);
  const at = new Date(samples.find(({ value }) => value === most)!.time).toISOString();
  const text = String(Math.ceil(most / 1e6) / 1000);
  expect(advice.description).to.match(
    new RegExp(`below its peak of ${text} cores? on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`),
  );
}

/** What is advised for a workload of one or two containers that use at random. */
function advised(seed: number): { advice: ReturnType<typeof advise>; seen: Seen[] } {
  const random = seeded(seed);
  const minutes = pickOne(random, [800, 1500, 4000, 15_000]);
  const every = pickOne(random, [1, 1, 3]);
  const times = Array.from(
    { length: Math.floor(minutes / every) },
    (_, index) => start + index * every * minuteLengthMs,
  );
  const seen = Array.from({ length: random() < 0.3 ? 2 : 1 }, (_, index) =>
    container(random, `c${String(index)}`, times),
  );
  const usages = new Map(seen.map((each) => [each.container.name, makeUsage(each)]));
  const usage = (name: string) => usages.get(name)!;
  return { advice: advise(makeWorkload(seen), usage, { currency: 'USD' }), seen };
}

describe('a recommendation for random usage', () => {
  const listSeeds = (group: number) => Array.from({ length: 30 }, (_, index) => group * 30 + index);

  for (let group = 0; group < 10; group += 1) {
    it(`is never below observed usage (seeds from ${String(group * 30)})`, () => {
      let count = 0;
      for (const seed of listSeeds(group)) {
        const { advice, seen } = advised(seed);
        if (typeof advice === 'string') continue;
        count += 1;
        for (const each of seen) check(advice, each);
        const text = JSON.stringify(advice.metricsSnapshot);
        expect(text).not.to.match(/\de[+-]\d/);
        const times = [...text.matchAll(/"\w+_at":([^,}]*)/g)].map(([, time]) => time);
        expect(times.length).to.be.greaterThan(4);
        for (const time of times) expect(time).to.match(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"$/);
      }
      expect(count).to.be.greaterThan(10);
    });
  }
});
