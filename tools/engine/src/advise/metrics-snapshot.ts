import { divideRounded, formatFixedPoint } from '@costplane/pricing';
import { minuteLength_ms } from '../policy.ts';
import { replicasOf, type NodeRates, type WorkloadState } from '../workload-state.ts';
import type { SizedContainer } from './describe.ts';
import type { Risk } from './assess-risk.ts';
import type { Savings } from './savings.ts';
import type { UsageFigures } from './usage-figures.ts';

/** The time that the samples are of, Unix milliseconds, and of how many minutes there are some. */
export interface Window {
  startAt: number;
  endAt: number;
  minutes: number;
}

/** From the first sampled minute of any container to the end of the last. */
export function windowOf(usages: readonly UsageFigures[]): Window {
  return {
    startAt: Math.min(...usages.map(({ firstMinute }) => firstMinute)),
    endAt: Math.max(...usages.map(({ lastMinute }) => lastMinute)) + minuteLength_ms,
    minutes: Math.max(...usages.map(({ minutes }) => minutes)),
  };
}

/** What the analysis saw, so that a person can redo its arithmetic. CPU in cores, memory in bytes. */
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
      start_at: new Date(window.startAt).toISOString(),
      end_at: new Date(window.endAt).toISOString(),
      samples: window.minutes,
    },
    containers: containers.map(({ current, usage }) => ({
      name: current.name,
      cpu: usage.cpu && { ...figures(usage.cpu, cores), throttled_share: usage.cpu.throttledShare },
      memory: usage.memory && figures(usage.memory, Number),
      oom_kills_total: current.oomKills,
      oom_killed_at: {
        memory_request_bytes: bytes(current.killedAt.memoryRequest),
        memory_limit_bytes: bytes(current.killedAt.memoryLimit),
      },
    })),
    replicas: {
      desired: replicasOf(workload),
      running: workload.running.length,
      average: Math.max(...containers.map(({ usage }) => averageReplicas(usage.cpu))),
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
    rates: ratesOf(workload),
  };
}

function figures(usage: UsageFigures, unit: (amount: bigint) => number) {
  return {
    p50: unit(usage.p50),
    p90: unit(usage.p90),
    p95: unit(usage.p95),
    p99: unit(usage.p99),
    max: unit(usage.maximum),
    average: unit(usage.average),
    coefficient_of_variation: usage.variation,
    samples: usage.samples,
    minutes: usage.minutes,
  };
}

const bytes = (amount: bigint | null) => (amount === null ? null : Number(amount));
const cores = (nanocores: bigint) => Number(nanocores) / 1e9;
const averageReplicas = (usage: UsageFigures | null) =>
  usage === null ? 0 : usage.samples / usage.minutes;

/** What a core and a GiB cost per hour, and how many of the pods run at that. */
function ratesOf({ running }: WorkloadState) {
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
