import { policy } from '../policy.ts';
import type { ContainerHistory } from '../take-in/container-history.ts';

/** What a container used of a resource in the window: nanocores or bytes, in whole numbers. */
export interface UsageFigures {
  p50: bigint;
  p90: bigint;
  p95: bigint;
  p99: bigint;
  maximum: bigint;
  /** By weight, of a replica. */
  average: bigint;
  /** Standard deviation over mean. */
  variation: number;
  /** The share of samples at or near the CPU limit, of 1. */
  throttledShare: number;
  isEnough: boolean;
  samples: number;
  minutes: number;
  /** Unix milliseconds. */
  firstMinute: number;
  lastMinute: number;
}

/** Percentiles are the ends of buckets, up to 5 % above what was used, and rounded up. */
export function usageFigures(history: ContainerHistory): UsageFigures {
  const { histogram, isEnough, samples, minutes, firstMinute, lastMinute } = history;
  const percentile = (share: number) => BigInt(Math.ceil(histogram.percentile(share)));
  return {
    p50: percentile(0.5),
    p90: percentile(policy.cpuPercentile),
    p95: percentile(0.95),
    p99: percentile(policy.memoryPercentile),
    maximum: BigInt(Math.ceil(histogram.maximum)),
    average: BigInt(Math.round(histogram.mean)),
    variation: histogram.variation,
    throttledShare: histogram.throttledShare,
    ...{ isEnough, samples, minutes, firstMinute, lastMinute },
  };
}

/** Of a container; null: no samples. */
export interface ContainerUsage {
  cpu: UsageFigures | null;
  memory: UsageFigures | null;
}

export const isThrottled = (usage: UsageFigures): boolean =>
  usage.throttledShare >= policy.throttledShare;
