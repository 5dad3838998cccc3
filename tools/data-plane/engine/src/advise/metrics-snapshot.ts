import { divideRounded, formatFixedPoint } from '@costplane/pricing';
import { minuteLengthMs } from '../policy.ts';
import { desiredReplicas, type NodeRates, type WorkloadState } from '../workload-state.ts';
import { type SizedContainer } from './describe.ts';
import { type Risk } from './assess-risk.ts';
import { type Savings } from './savings.ts';
import { type UsageFigures } from './usage-figures.ts';

/** The period of the samples in Unix milliseconds, and the number of minutes with samples. */
export interface Window {
  startAt: number;
  endAt: number;
  minutes: number;
}

/** From the first minute with samples of any container to the end of the last one. */
export function analysisWindow(usages: readonly UsageFigures[]): Window {
  return {
    startAt: Math.min(...usages.map(({ firstMinute }) => firstMinute)),
    endAt: Math.max(...usages.map(({ lastMinute }) => lastMinute)) + minuteLengthMs,
    minutes: Math.max(...usages.map(({ minutes }) => minutes)),
  };
}

/**
 * The data of the analysis, so that a person can reproduce the result. CPU in cores, memory in
 * bytes; times in seconds, UTC.
 */
export function metricsSnapshot(facts: {
  workload: WorkloadState;
  containers: readonly SizedContainer[];
  window: Window;
  savings: Savings;
  risk: Risk;
}): Record<string, unknown> {
  const { workload, containers, window, savings, risk } = facts;
  return {
    window: {
      start_at: instant(window.startAt),
      end_at: instant(window.endAt),
      samples: window.minutes,
    },
    containers: containers.map(toContainerMetrics),
    replicas: {
      desired: desiredReplicas(workload),
      running: workload.running.length,
      average: rounded(Math.max(...containers.map(({ usage }) => averageReplicas(usage.cpu)))),
    },
    restarts_total: workload.restarts,
    oom_kills_total: workload.oomKills,
    has_hpa: workload.hasHpa,
    risk_reasons: risk.reasons,
    charged: {
      cpu_cores: { current: cores(savings.chargedNow.cpu), then: cores(savings.chargedThen.cpu) },
      memory_bytes: {
        current: Number(savings.chargedNow.memory),
        then: Number(savings.chargedThen.memory),
      },
    },
    rates: toRates(workload),
  };
}

function toContainerMetrics(container: SizedContainer) {
  const { current, usage } = container;
  const { memoryRequest, memoryLimit, time } = current.killedAt;
  return {
    name: current.name,
    cpu: usage.cpu && {
      ...toSizes(container, 'cpu', cores),
      ...figures(usage.cpu, cores),
      throttled_share: rounded(usage.cpu.throttledShare),
      busy: usage.cpu.busy && {
        share: rounded(usage.cpu.busy.share),
        p90: cores(usage.cpu.busy.p90),
      },
      hpa_target_percent: current.hpaCpuTarget,
    },
    memory: usage.memory && {
      ...toSizes(container, 'memory', Number),
      ...figures(usage.memory, Number),
    },
    oom_kills_total: current.oomKills,
    ...(time !== null && { oom_killed_at: instant(time) }),
    sizes_at_oom_kill: {
      memory_request_bytes: known(memoryRequest, Number),
      memory_limit_bytes: known(memoryLimit, Number),
    },
  };
}

type Unit = (amount: bigint) => number;

/** Values in addition to the usage. */
function toSizes({ current, recommended }: SizedContainer, resource: 'cpu' | 'memory', unit: Unit) {
  return {
    request: known(current.requests[resource], unit),
    limit: known(current.limits[resource], unit),
    recommended_request: known(recommended.requests[resource], unit),
    recommended_limit: known(recommended.limits[resource], unit),
  };
}

function figures(usage: UsageFigures, unit: Unit) {
  return {
    p50: unit(usage.p50),
    p90: unit(usage.p90),
    p95: unit(usage.p95),
    p99: unit(usage.p99),
    max: unit(usage.maximum),
    max_at: instant(usage.maximumAt),
    daily_peaks: usage.dailyPeaks.map(({ maximum, maximumAt }) => ({
      max: unit(maximum),
      max_at: instant(maximumAt),
    })),
    average: unit(usage.average),
    coefficient_of_variation: rounded(usage.variation),
    samples: usage.samples,
    minutes: usage.minutes,
  };
}

const known = (amount: bigint | null, unit: Unit) => (amount === null ? null : unit(amount));
const instant = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
/** Four decimal places, so that no JSON writer uses an exponent. */
const rounded = (ratio: number) => Number(ratio.toFixed(4));
/** Nine decimal places; JSON would use an exponent below a millionth of a core. */
const cores = (nanocores: bigint) =>
  nanocores > 0n && nanocores < 1000n ? 0.000001 : Number(nanocores) / 1e9;
const averageReplicas = (usage: UsageFigures | null) =>
  usage === null ? 0 : usage.samples / usage.minutes;

/** Price of a core and a GiB per hour, and the number of pods at that price. */
function toRates({ running }: WorkloadState) {
  const rates = new Map<string, Record<string, unknown> & { pods: number }>();
  for (const { node } of running) {
    if (node === null) continue;
    const rate = {
      cpu_core_hourly: rateText(node.cpuHourly, node.cpu, 10n ** 9n),
      memory_gib_hourly: rateText(node.memoryHourly, node.memory, 2n ** 30n),
    };
    const key = Object.values(rate).join('/');
    rates.set(key, { ...rate, pods: (rates.get(key)?.pods ?? 0) + 1 });
  }
  return [...rates.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, rate]) => rate);
}

const rateText = (price: NodeRates['cpuHourly'], capacity: bigint, unit: bigint) =>
  capacity === 0n ? '0' : formatFixedPoint(divideRounded(price * unit, capacity));
