import type { FixedPoint } from '@costplane/pricing';
import { minuteLength_ms } from '../policy.ts';
import { configOf, type WorkloadConfig, type WorkloadState } from '../workload-state.ts';
import { assessRisk, type RiskLevel } from './assess-risk.ts';
import { describe, type Described } from './describe.ts';
import { metricsSnapshot, windowOf } from './metrics-snapshot.ts';
import { reckonSavings } from './savings.ts';
import { sizeContainer, type OpenSizes } from './size-container.ts';
import type { ContainerUsage } from './usage-figures.ts';

/** What is to be recommended for a workload. */
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
  /** Of each container what an open recommendation changes already. */
  openSizes?: ((containerName: string) => OpenSizes) | undefined;
}

/**
 * What the engine makes of a workload: advice, that it is `fine` as it is, or that it is `unknown`,
 * for want of samples, of running pods or of a price.
 */
export function advise(
  workload: WorkloadState,
  usageOf: (containerName: string) => ContainerUsage,
  { currency, openSizes }: AdviseOptions,
): Advice | 'fine' | 'unknown' {
  const containers = workload.containers.map((current) => {
    const usage = usageOf(current.name);
    return {
      current,
      usage,
      recommended: sizeContainer(current, usage, openSizes?.(current.name)),
    };
  });
  const enough = containers
    .flatMap(({ usage }) => [usage.cpu, usage.memory])
    .filter((usage) => usage?.isEnough === true)
    .filter((usage) => usage !== null);
  if (enough.length === 0 || workload.running.length === 0) return 'unknown';
  const recommended = containers.map((container) => container.recommended);
  const [currentConfig, recommendedConfig] = [configOf(workload.containers), configOf(recommended)];
  if (JSON.stringify(currentConfig) === JSON.stringify(recommendedConfig)) return 'fine';
  const savings = reckonSavings(workload.running, recommended, usageOf);
  if (savings === null) return 'unknown';

  const window = windowOf(enough);
  const risk = assessRisk(
    containers.map(({ usage }) => usage),
    workload,
  );
  const facts = { workload, containers, risk };
  return {
    ...describe({
      ...facts,
      savingHourly: savings.hourly,
      currency,
      window_minutes: (window.endAt - window.startAt) / minuteLength_ms,
      samples: window.minutes,
    }),
    ...{ currentConfig, recommendedConfig, savingHourly: savings.hourly },
    riskLevel: risk.level,
    samples: window.minutes,
    metricsSnapshot: metricsSnapshot({ ...facts, window, savings }),
  };
}
