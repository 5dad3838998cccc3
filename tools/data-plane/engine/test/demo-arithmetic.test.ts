import { demoSnapshot } from '@costplane/sample';
import { expect } from 'chai';
import { parseSnapshot, usageOfSnapshot } from '@costplane/ingest';
import { recommend } from '../src/index.ts';
import {
  openTestWarehouse,
  type Row,
  type TestCluster,
  type TestWarehouse,
} from './test-warehouse.ts';

// Redoes the engine's arithmetic for a cluster of the demo fleet, from what its agent would have
// sent, by other and plainer code: samples are listed, not counted in histograms that are kept.

type Raw = ReturnType<typeof demoSnapshot>;
type RawPod = Raw['pods'][number];
type RawContainer = NonNullable<RawPod['containers']>[number];

const listContainers = (pod: RawPod) => pod.containers ?? [];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const name = 'analytics-nonprod';
const end = Date.UTC(2026, 6, 15, 14, 30);
const minutes = 780;
const times = Array.from({ length: minutes }, (_, index) => end - (minutes - 1 - index) * minuteMs);

interface Sample {
  value: number;
  time: number;
  isThrottled: boolean;
}

/** What there is of a container, from the raw snapshots. */
interface Seen {
  cpu: Sample[];
  memory: Sample[];
}

const kinds = ['Deployment', 'StatefulSet', 'DaemonSet'];

function isSampled(pod: RawPod, container: RawContainer): boolean {
  return kinds.includes(pod.owner_kind) && pod.phase === 'Running' && container.state === 'running';
}

function collect(seen: Map<string, Seen>, snapshot: Raw, time: number): void {
  for (const pod of snapshot.pods) {
    for (const container of listContainers(pod)) {
      const { cpu_usage_cores: cores, memory_usage_bytes: bytes } = container;
      if (!isSampled(pod, container) || cores === undefined || bytes === undefined) continue;
      const key = `${pod.owner_uid}/${container.name}`;
      const lists = seen.get(key) ?? { cpu: [], memory: [] };
      seen.set(key, lists);
      const nanocores = Math.round(cores * 1e9);
      const limit = Math.round(container.cpu_limit_cores * 1e9);
      const isThrottled = limit > 0 && nanocores >= limit * 0.95;
      lists.cpu.push({ value: nanocores, time, isThrottled });
      lists.memory.push({ value: bytes, time, isThrottled: false });
    }
  }
}

const decayWeight = ({ time }: Sample) => 2 ** ((time - end) / dayMs);

interface Bucket {
  from: number;
  to: number;
  weight: number;
}

/** The first 10 million wide, and each 5 % wider than the last; up to the highest sample. */
function makeBuckets(samples: readonly Sample[]): Bucket[] {
  const made: Bucket[] = [];
  for (let count = 1, from = 0; from <= highest(samples); count += 1) {
    const to = Math.round((1e7 * (1.05 ** count - 1)) / 0.05);
    const weight = samples
      .filter(({ value }) => value >= from && value < to)
      .reduce((sum, sample) => sum + decayWeight(sample), 0);
    made.push({ from, to, weight });
    from = to;
  }
  return made;
}

const known = new WeakMap<readonly Sample[], Bucket[]>();
function toBuckets(samples: readonly Sample[]): Bucket[] {
  const buckets = known.get(samples) ?? makeBuckets(samples);
  known.set(samples, buckets);
  return buckets;
}

const addWeights = (buckets: readonly Bucket[]) =>
  buckets.reduce((sum, { weight }) => sum + weight, 0);

/** The end of the bucket up to which the share lies, of those that begin at `least` or above. */
function percentile(samples: readonly Sample[], share: number, least = 0): number {
  const buckets = toBuckets(samples).filter(({ from }) => from >= least);
  const total = addWeights(buckets);
  let sum = 0;
  for (const { to, weight } of buckets) {
    sum += weight;
    if (sum >= share * total) return to;
  }
  return buckets.at(-1)?.to ?? Number.NaN;
}

const highest = (samples: readonly Sample[]) => Math.max(...samples.map(({ value }) => value));

/** What the request goes by: of a container that is idle for most of the time, its busy minutes. */
function usual(samples: readonly Sample[]): number {
  const p90 = percentile(samples, 0.9);
  const least = highest(samples) / 20;
  const buckets = toBuckets(samples);
  const busy = addWeights(buckets.filter(({ from }) => from >= least)) / addWeights(buckets);
  const isBusyEnough = busy * new Set(samples.map(({ time }) => time)).size >= 3;
  return Math.ceil(p90) < least && isBusyEnough ? percentile(samples, 0.9, least) : p90;
}

function average(samples: readonly Sample[]): number {
  const total = samples.reduce((sum, sample) => sum + decayWeight(sample), 0);
  return Math.round(samples.reduce((sum, each) => sum + each.value * decayWeight(each), 0) / total);
}

const share = (samples: readonly Sample[]) =>
  samples.reduce((sum, each) => sum + (each.isThrottled ? decayWeight(each) : 0), 0) /
  samples.reduce((sum, each) => sum + decayWeight(each), 0);

const ceil = (amount: number, step: number) => Math.ceil(amount / step) * step;
/** Of whole numbers, so that nothing is rounded up that is whole. */
const margin = (used: number) => Math.ceil((Math.ceil(used) * 115) / 100);
const mebibyte = 2 ** 20;
const bump = (bytes: number) => Math.max(Math.ceil((bytes * 6) / 5), bytes + 100 * mebibyte);
const isFar = (from: number, to: number) => Math.abs(from - to) * 10 >= from;

interface Sized {
  request: number;
  limit: number;
}

function expectedCpu(current: Sized, samples: readonly Sample[]): Sized {
  const used = usual(samples);
  const isThrottled = share(samples) >= 0.05;
  const target = ceil(Math.max(margin(used), 1e7), 1e6);
  let { request } = current;
  const isWanted = target > request ? isThrottled || Math.ceil(used) > request : !isThrottled;
  if (request > 0 && isFar(request, target) && isWanted) request = target;
  return {
    request,
    limit: expectedLimit(current, request, {
      need: Math.max(margin(percentile(samples, 0.99)), highest(samples)),
      step: 1e6,
      isPressed: isThrottled,
    }),
  };
}

function expectedMemory(current: Sized, samples: readonly Sample[], kills: number): Sized {
  const most = highest(samples);
  const used = Math.max(percentile(samples, 0.99), most);
  const needed = kills > 0 ? bump(Math.max(current.request, most)) : 0;
  const target = ceil(Math.max(margin(used), needed, 32 * mebibyte), mebibyte);
  let { request } = current;
  if (request === 0 && kills > 0) request = target;
  const isWanted = target > request ? kills > 0 || Math.ceil(used) > request : true;
  if (request > 0 && isFar(request, target) && isWanted) request = target;
  const need = Math.max(margin(most), kills > 0 ? bump(current.limit) : 0);
  return {
    request,
    limit: expectedLimit(current, request, { need, step: mebibyte, isPressed: kills > 0 }),
  };
}

function expectedLimit(
  current: Sized,
  request: number,
  { need, step, isPressed }: { need: number; step: number; isPressed: boolean },
): number {
  if (current.limit === 0 || (request === current.request && !isPressed)) return current.limit;
  const kept =
    request < current.request
      ? Number(
          (BigInt(current.limit) * BigInt(request) + BigInt(current.request) - 1n) /
            BigInt(current.request),
        )
      : current.limit;
  const wanted = Math.max(kept, need, request);
  if (wanted === current.limit) return current.limit;
  const limit = ceil(wanted, step);
  return request === current.request && !isFar(current.limit, limit) ? current.limit : limit;
}

/** With nothing below what was seen, once anything of the workload changes. */
function raised(plan: Plan, samples: Seen): Plan {
  const raise = (size: number, least: number, step: number) =>
    size === 0 || size >= least ? size : ceil(least, step);
  const [maxCores, maxBytes] = [highest(samples.cpu), highest(samples.memory)];
  const request = raise(plan.memory.request, margin(maxBytes), mebibyte);
  const needOfCpu = Math.max(margin(percentile(samples.cpu, 0.99)), maxCores);
  const { cpu, memory } = plan;
  return {
    ...plan,
    cpu: { ...cpu, limit: raise(cpu.limit, cpu.limit < maxCores ? needOfCpu : 0, 1e6) },
    memory: {
      request,
      limit: raise(
        memory.limit,
        Math.max(memory.limit < maxBytes ? margin(maxBytes) : 0, request),
        mebibyte,
      ),
    },
  };
}

const cpuText = (nanocores: number) =>
  nanocores % 1e9 === 0 ? String(nanocores / 1e9) : `${String(nanocores / 1e6)}m`;
function memoryText(bytes: number): string {
  for (const [power, suffix] of ['Ti', 'Gi', 'Mi', 'Ki'].entries()) {
    const unit = 1024 ** (4 - power);
    if (bytes % unit === 0) return `${String(bytes / unit)}${suffix}`;
  }
  return String(bytes);
}

interface Plan {
  name: string;
  cpu: Sized;
  memory: Sized;
}

const toConfig = (plans: readonly Plan[]) => ({
  containers: plans.map((plan) => ({
    name: plan.name,
    requests: {
      ...(plan.cpu.request > 0 && { cpu: cpuText(plan.cpu.request) }),
      ...(plan.memory.request > 0 && { memory: memoryText(plan.memory.request) }),
    },
    limits: {
      ...(plan.cpu.limit > 0 && { cpu: cpuText(plan.cpu.limit) }),
      ...(plan.memory.limit > 0 && { memory: memoryText(plan.memory.limit) }),
    },
  })),
});

const toPlan = (container: RawContainer): Plan => ({
  name: container.name,
  cpu: {
    request: Math.round(container.cpu_request_cores * 1e9),
    limit: Math.round(container.cpu_limit_cores * 1e9),
  },
  memory: { request: container.memory_request_bytes, limit: container.memory_limit_bytes },
});

const countKills = (container: RawContainer) =>
  container.restart_count > 0 && container.last_termination_reason === 'OOMKilled' ? 1 : 0;

/** Of 12 decimals, halves to even; as text of the database. */
function divide(numerator: bigint, denominator: bigint): bigint {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const [quotient, rest] = [size / denominator, size % denominator];
  const isUp = rest * 2n > denominator || (rest * 2n === denominator && quotient % 2n === 1n);
  return (negative ? -1n : 1n) * (quotient + (isUp ? 1n : 0n));
}
const trillionths = (text: string) => {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole + fraction.padEnd(12, '0'));
  return text.startsWith('-') ? -size : size;
};

describe('recommendations for the demo fleet', () => {
  let warehouse: TestWarehouse;
  let cluster: TestCluster;
  let last: Raw;
  const seen = new Map<string, Seen>();

  before(async () => {
    warehouse = await openTestWarehouse();
    cluster = await warehouse.createCluster(name);
    last = demoSnapshot(name, new Date(end));
    await cluster.ingest(last);
    await cluster.record(history());
    await recommend(warehouse.db);
  });
  after(() => warehouse.close());

  function* history() {
    for (const time of times) {
      const snapshot = demoSnapshot(name, new Date(time));
      collect(seen, snapshot, time);
      const containers = usageOfSnapshot(parseSnapshot(JSON.stringify(snapshot)));
      yield { time: new Date(time), containers };
    }
  }

  const filterPods = (uid: string) =>
    last.pods
      .filter(({ owner_uid, phase }) => owner_uid === uid && ['Running', 'Pending'].includes(phase))
      .sort((a, b) => b.creation_timestamp - a.creation_timestamp || (a.uid < b.uid ? -1 : 1));

  /** What the workload has and should have; undefined: too little is known of it. */
  function planFor(uid: string): { current: Plan[]; recommended: Plan[] } | undefined {
    const pods = filterPods(uid);
    const current = (pods[0]?.containers ?? [])
      .map(toPlan)
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const collectSamples = (plan: Plan) => {
      const samples = seen.get(`${uid}/${plan.name}`);
      const isEnough = new Set(samples?.cpu.map(({ time }) => time)).size >= 720;
      return isEnough ? samples : undefined;
    };
    const sized = current.map((plan) => {
      const samples = collectSamples(plan);
      if (!samples) return plan;
      const kills = pods
        .flatMap(listContainers)
        .filter((container) => container.name === plan.name)
        .reduce((sum, container) => sum + countKills(container), 0);
      return {
        name: plan.name,
        cpu: expectedCpu(plan.cpu, samples.cpu),
        memory: expectedMemory(plan.memory, samples.memory, kills),
      };
    });
    const isChanged = JSON.stringify(current) !== JSON.stringify(sized);
    const recommended = sized.map((plan) => {
      const samples = seen.get(`${uid}/${plan.name}`);
      return isChanged && samples ? raised(plan, samples) : plan;
    });
    const isRunning = pods.some(({ phase }) => phase === 'Running');
    return isRunning && current.some(collectSamples) ? { current, recommended } : undefined;
  }

  async function computeSaving(uid: string, recommended: readonly Plan[]): Promise<bigint> {
    const nodes = new Map(
      (
        await warehouse.query(
          `select name, compute_cpu_hourly, compute_ram_hourly, cpu_total_cores, memory_total_bytes from nodes`,
        )
      ).map((row) => [row.name as string, row as Record<string, string>]),
    );
    let saving = 0n;
    for (const pod of filterPods(uid).filter(({ phase }) => phase === 'Running')) {
      const node = nodes.get(pod.node_name);
      if (!node) throw new Error(`There is no node ${pod.node_name}`);
      for (const resource of ['cpu', 'memory'] as const) {
        const charged = (plans: readonly Plan[]) => {
          const requests = plans.map((plan) => plan[resource].request);
          const uses = plans.map((plan) => {
            const samples = seen.get(`${uid}/${plan.name}`);
            return samples ? average(samples[resource]) : plan[resource].request;
          });
          const sum = (amounts: number[]) => amounts.reduce((a, b) => a + b, 0);
          return BigInt(Math.max(sum(requests), sum(uses)));
        };
        const now = charged(listContainers(pod).map(toPlan));
        const then = charged(recommended);
        const price = trillionths(
          (resource === 'cpu' ? node.compute_cpu_hourly : node.compute_ram_hourly) ?? '',
        );
        const capacity =
          resource === 'cpu'
            ? trillionths(node.cpu_total_cores ?? '') / 1000n
            : BigInt(node.memory_total_bytes ?? '');
        saving += divide(price * (now - then), capacity);
      }
    }
    return saving;
  }

  const recommendations = () =>
    warehouse.query(`select * from recommendations order by resource_uid`);
  const workloadUids = () =>
    [...last.deployments, ...last.statefulsets, ...last.daemonsets].map(({ uid }) => uid);

  it('exist only for workloads whose sizes would change', async () => {
    const expected = workloadUids().filter((uid) => {
      const plan = planFor(uid);
      return plan && JSON.stringify(plan.current) !== JSON.stringify(plan.recommended);
    });
    const rows = await recommendations();
    expect(rows.map(({ resource_uid }) => resource_uid)).to.eql(expected.sort());
    expect(rows.length).to.be.greaterThan(20);
    expect(rows.length).to.be.lessThan(workloadUids().length);
  });

  it('have the requests and limits that follow from the samples', async () => {
    for (const row of await recommendations()) {
      const plan = planFor(row.resource_uid as string);
      expect(row.current_config).to.eql(toConfig(plan?.current ?? []));
      expect(row.recommended_config).to.eql(toConfig(plan?.recommended ?? []), row.title as string);
    }
  });

  it('have the savings that follow from the samples and the prices of the nodes', async () => {
    for (const row of await recommendations()) {
      const plan = planFor(row.resource_uid as string);
      const saving = await computeSaving(row.resource_uid as string, plan?.recommended ?? []);
      expect(trillionths(row.estimated_savings_hourly as string)).to.equal(saving);
    }
  });

  it('show the percentiles, averages and the window of the samples', async () => {
    type Figures = Record<'p50' | 'p90' | 'p95' | 'p99' | 'max' | 'average' | 'samples', number> & {
      max_at: string;
    };
    for (const row of await recommendations()) {
      const metrics = row.metrics_snapshot as {
        window: Row;
        containers: { name: string; cpu: Figures; memory: Figures }[];
      };
      expect(metrics.window).to.eql({
        start_at: '2026-07-15T01:31:00Z',
        end_at: '2026-07-15T14:31:00Z',
        samples: minutes,
      });
      expect(row.data_points_analyzed).to.equal(String(minutes));
      for (const { name: container, cpu, memory } of metrics.containers) {
        const samples = seen.get(`${row.resource_uid as string}/${container}`);
        if (!samples) continue;
        for (const [key, part] of [
          ['p50', 0.5],
          ['p90', 0.9],
          ['p95', 0.95],
          ['p99', 0.99],
        ] as const) {
          expect(cpu[key]).to.equal(Math.ceil(percentile(samples.cpu, part)) / 1e9);
          expect(memory[key]).to.equal(Math.ceil(percentile(samples.memory, part)));
        }
        expect(cpu.max).to.equal(highest(samples.cpu) / 1e9);
        expect(memory.max).to.equal(highest(samples.memory));
        const findFirst = (list: readonly Sample[]) => {
          const most = highest(list);
          return list.find(({ value }) => value === most)?.time;
        };
        expect(Date.parse(cpu.max_at)).to.equal(findFirst(samples.cpu));
        expect(Date.parse(memory.max_at)).to.equal(findFirst(samples.memory));
        expect(cpu.average).to.equal(average(samples.cpu) / 1e9);
        expect(memory.average).to.equal(average(samples.memory));
        expect(cpu.samples).to.equal(samples.cpu.length);
      }
    }
  });
});
