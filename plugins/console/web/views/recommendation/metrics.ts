import { type Fields, readFields, readList, readNumber, readText } from './open-object.ts';

/**
 * The metrics behind a recommendation, parsed from an object without a fixed schema: missing and unexpected
 * values are undefined. CPU in cores, memory in bytes.
 */
export interface Metrics {
  readonly window: {
    readonly startAt: string | undefined;
    readonly endAt: string | undefined;
    /** Number of one-minute samples. */
    readonly samples: number | undefined;
  };
  readonly replicas: Partial<Record<'desired' | 'running' | 'average', number | undefined>>;
  readonly restarts: number | undefined;
  readonly oomKills: number | undefined;
  readonly hasHpa: boolean;
  readonly riskReasons: readonly string[];
  readonly charged: Record<'cpu' | 'memory', { readonly now?: number; readonly then?: number }>;
  readonly containers: readonly ContainerMetrics[];
}

export interface ContainerMetrics {
  readonly name: string;
  readonly oomKills: number | undefined;
  readonly oomKilledAt: string | undefined;
  readonly hpaTargetPercent: number | undefined;
  /** The share of samples at the CPU limit, from 0 to 1. */
  readonly throttledShare: number | undefined;
  readonly cpu: ResourceMetrics | undefined;
  readonly memory: ResourceMetrics | undefined;
}

export const percentiles = ['p50', 'p90', 'p95', 'p99'] as const;
export type Percentile = (typeof percentiles)[number];

export interface Peak {
  readonly max: number;
  readonly at: string | undefined;
}

export interface ResourceMetrics {
  readonly percentiles: Readonly<Record<Percentile, number | undefined>>;
  readonly peak: Peak | undefined;
  readonly dailyPeaks: readonly Peak[];
  readonly average: number | undefined;
  readonly request: number | undefined;
  readonly limit: number | undefined;
  readonly recommendedRequest: number | undefined;
  readonly recommendedLimit: number | undefined;
}

export function readMetrics(snapshot: unknown): Metrics {
  const { window, replicas, charged, ...all } = readFields(snapshot);
  return {
    window: {
      startAt: readText(readFields(window).start_at),
      endAt: readText(readFields(window).end_at),
      samples: readNumber(readFields(window).samples),
    },
    replicas: {
      desired: readNumber(readFields(replicas).desired),
      running: readNumber(readFields(replicas).running),
      average: readNumber(readFields(replicas).average),
    },
    restarts: readNumber(all.restarts_total),
    oomKills: readNumber(all.oom_kills_total),
    hasHpa: all.has_hpa === true,
    riskReasons: readList(all.risk_reasons).flatMap((reason) => readText(reason) ?? []),
    charged: {
      cpu: readCharged(readFields(charged).cpu_cores),
      memory: readCharged(readFields(charged).memory_bytes),
    },
    containers: readList(all.containers).map(readContainer),
  };
}

function readCharged(charged: unknown) {
  const now = readNumber(readFields(charged).current);
  const then = readNumber(readFields(charged).then);
  return { ...(now !== undefined && { now }), ...(then !== undefined && { then }) };
}

function readContainer(container: unknown): ContainerMetrics {
  const { name, cpu, memory, oom_kills_total, oom_killed_at } = readFields(container);
  return {
    name: readText(name) ?? '',
    oomKills: readNumber(oom_kills_total),
    oomKilledAt: readText(oom_killed_at),
    hpaTargetPercent: readNumber(readFields(cpu).hpa_target_percent),
    throttledShare: readNumber(readFields(cpu).throttled_share),
    cpu: readResource(cpu),
    memory: readResource(memory),
  };
}

function readResource(resource: unknown): ResourceMetrics | undefined {
  if (typeof resource !== 'object' || resource === null) return undefined;
  const all = readFields(resource);
  return {
    percentiles: {
      p50: readNumber(all.p50),
      p90: readNumber(all.p90),
      p95: readNumber(all.p95),
      p99: readNumber(all.p99),
    },
    peak: readPeak(all)[0],
    dailyPeaks: readList(all.daily_peaks).flatMap((peak) => readPeak(readFields(peak))),
    average: readNumber(all.average),
    request: readNumber(all.request),
    limit: readNumber(all.limit),
    recommendedRequest: readNumber(all.recommended_request),
    recommendedLimit: readNumber(all.recommended_limit),
  };
}

function readPeak(peak: Fields): Peak[] {
  const max = readNumber(peak.max);
  return max === undefined ? [] : [{ max, at: readText(peak.max_at) }];
}
