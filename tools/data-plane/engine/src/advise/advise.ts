import { type FixedPoint } from '@costplane/pricing';
import { minuteLengthMs } from '../policy.ts';
import { toConfig, type WorkloadConfig, type WorkloadState } from '../workload-state.ts';
import { assessRisk, type RiskLevel } from './assess-risk.ts';
import { findBelowPeak } from './below-peak.ts';
import { describe, type Described } from './describe.ts';
import { metricsSnapshot, analysisWindow } from './metrics-snapshot.ts';
import { computeSavings } from './savings.ts';
import { raiseToObserved, sizeContainer, type OpenSizes } from './size-container.ts';
import { type ContainerUsage } from './usage-figures.ts';

/** The recommended change of a workload. */
export interface Advice extends Described {
  currentConfig: WorkloadConfig;
  recommendedConfig: WorkloadConfig;
  savingHourly: FixedPoint;
  riskLevel: RiskLevel;
  samples: number;
  metricsSnapshot: Record<string, unknown>;
}

export interface AdviseOptions {
  currency: string;
  /** Changes of each container in the open recommendation. */
  openSizes?: ((containerName: string) => OpenSizes) | undefined;
}

/**
 * The assessment of a workload: advice, `fine` if no change is worthwhile, or `unknown` without
 * enough samples, running pods or prices.
 */
export function advise(
  workload: WorkloadState,
  usageOf: (containerName: string) => ContainerUsage,
  { currency, openSizes }: AdviseOptions,
): Advice | 'fine' | 'unknown' {
  const sized = workload.containers.map((current) => {
    const usage = usageOf(current.name);
    const sizes = sizeContainer(current, usage, openSizes?.(current.name));
    return { current, usage, sizes };
  });
  const enough = sized
    .flatMap(({ usage }) => [usage.cpu, usage.memory])
    .filter((usage) => usage?.isEnough === true)
    .filter((usage) => usage !== null);
  if (enough.length === 0 || workload.running.length === 0) return 'unknown';
  const currentConfig = toConfig(workload.containers);
  if (areEqual(currentConfig, toConfig(sized.map(({ sizes }) => sizes)))) return 'fine';

  const containers = sized.map(({ current, usage, sizes }) => ({
    current,
    usage,
    recommended: raiseToObserved(sizes, usage, current.hpaCpuTarget),
  }));
  const recommended = containers.map((container) => container.recommended);
  const savings = computeSavings(workload.running, recommended, usageOf);
  if (savings === null) return 'unknown';

  const window = analysisWindow(enough);
  const belowPeak = containers.flatMap(findBelowPeak);
  const risk = assessRisk(
    containers.map(({ usage }) => usage),
    { ...workload, belowPeak },
  );
  const facts = { workload, containers, risk };
  return {
    ...describe({
      ...facts,
      belowPeak,
      savingHourly: savings.hourly,
      currency,
      window_minutes: (window.endAt - window.startAt) / minuteLengthMs,
      samples: window.minutes,
    }),
    currentConfig,
    recommendedConfig: toConfig(recommended),
    savingHourly: savings.hourly,
    riskLevel: risk.level,
    samples: window.minutes,
    metricsSnapshot: metricsSnapshot({ ...facts, window, savings }),
  };
}

const areEqual = (a: WorkloadConfig, b: WorkloadConfig) => JSON.stringify(a) === JSON.stringify(b);
