import { dayMs, minuteLengthMs, policy } from '../policy.ts';
import { type ContainerHistory, type DayOfUse } from '../usage/container-history.ts';

/** Usage of a resource by a container in the window, in whole nanocores or bytes. */
export interface UsageFigures {
  p50: bigint;
  p90: bigint;
  p95: bigint;
  p99: bigint;
  /** The highest reported value and its time; by day of the window, oldest first. */
  maximum: bigint;
  maximumAt: number;
  dailyPeaks: DailyPeak[];
  /** For a container that is idle most of the time; otherwise null. */
  busy: BusyUse | null;
  /** Weighted average per replica. */
  average: bigint;
  /** Coefficient of variation: standard deviation divided by mean. */
  variation: number;
  /** Share of samples at or near the CPU limit, from 0 to 1. */
  throttledShare: number;
  isEnough: boolean;
  samples: number;
  minutes: number;
  /** In Unix milliseconds, like `maximumAt`. */
  firstMinute: number;
  lastMinute: number;
}

export interface DailyPeak {
  maximum: bigint;
  maximumAt: number;
}

/** Usage in the samples in which the container was not idle. */
export interface BusyUse {
  /** Share of these among all samples, from 0 to 1. */
  share: number;
  p90: bigint;
}

/** Percentiles are the upper bounds of buckets, up to 5% above the usage, and rounded up. */
export function usageFigures(history: ContainerHistory): UsageFigures {
  const { histogram, days, lastMinute } = history;
  const peaks = days.map(({ maximum, maximumAt }) => ({ maximum: whole(maximum), maximumAt }));
  const { maximum, maximumAt } = peaks.reduce((highest, peak) =>
    peak.maximum > highest.maximum ? peak : highest,
  );
  const percentile = (share: number, from = 0) => {
    const end = histogram.percentile(share, from);
    return end === Infinity ? maximum : whole(end);
  };
  const sum = (count: (day: DayOfUse) => number) => days.reduce((all, day) => all + count(day), 0);
  const [minutes, samples] = [sum((day) => day.minutes), sum((day) => day.samples)];
  const firstMinute = Math.min(...days.map((day) => day.firstMinute));
  const windowMs = lastMinute + minuteLengthMs - firstMinute;
  const p90 = percentile(policy.cpuPercentile);
  return {
    p50: percentile(0.5),
    p90,
    p95: percentile(0.95),
    p99: percentile(policy.highPercentile),
    maximum,
    maximumAt,
    dailyPeaks: peaks,
    busy: busyUse(),
    average: BigInt(Math.round(histogram.mean)),
    variation: histogram.variation,
    throttledShare: histogram.throttledShare,
    isEnough: minutes >= policy.minMinutes && windowMs >= policy.minWindowMs,
    samples,
    minutes,
    firstMinute,
    lastMinute,
  };

  function busyUse(): BusyUse | null {
    const least = (Number(maximum) * policy.idlePercentOfPeak) / 100;
    const share = histogram.shareFrom(least);
    const minMinutes = policy.minBusyMinutesPerDay * Math.max(windowMs / dayMs, 1);
    if (Number(p90) >= least || share * minutes < minMinutes) return null;
    return { share, p90: percentile(policy.cpuPercentile, least) };
  }
}

const whole = (amount: number): bigint => BigInt(Math.ceil(amount));

/** Usage of a container; null without samples. */
export interface ContainerUsage {
  cpu: UsageFigures | null;
  memory: UsageFigures | null;
}

export const isThrottled = (usage: UsageFigures): boolean =>
  usage.throttledShare >= policy.throttledShare;
