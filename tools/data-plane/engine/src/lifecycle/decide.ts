import { parseFixedPoint } from '@costplane/pricing';
import { type Advice } from '../advise/advise.ts';
import { differsByPercent } from '../advise/arithmetic.ts';
import { policy } from '../policy.ts';
import {
  toConfig,
  desiredReplicas,
  type WorkloadConfig,
  type WorkloadState,
} from '../workload-state.ts';
import { areSame, haveStayed, isApplied, isUnchanged } from './compare-configs.ts';
import { computedPods, computedReplicas, type OpenRecommendation } from './open-recommendation.ts';

/** What happens to the open recommendation of a workload, and whether a new one follows. */
export type Decision =
  | { open: 'keep' }
  | { open: 'update'; advice: Advice }
  | { open: 'apply'; config: WorkloadConfig }
  | { open: 'archive'; successor: Advice | null };

/**
 * Decides about an open recommendation from the current state of its workload, and from the advice
 * for it, both with the thresholds of an open and of a new recommendation. Not called for deleted
 * workloads.
 */
export function decide(
  recommendation: OpenRecommendation,
  workload: WorkloadState,
  adviseIf: (state: { isOpen: boolean }) => Advice | 'fine' | 'unknown',
): Decision {
  if (hasShrunk(recommendation, workload)) return beginAnew(adviseIf);
  if (workload.containers.length === 0) return { open: 'keep' };
  const config = toConfig(workload.containers);
  const change = changeSince(recommendation, config);
  if (change === 'as recommended') return { open: 'apply', config };
  if (change === 'other') return beginAnew(adviseIf);
  const advice = adviseIf({ isOpen: true });
  if (advice === 'unknown') return { open: 'keep' };
  if (advice === 'fine') return { open: 'archive', successor: null };
  if (recommendation.status === 'pending') return { open: 'update', advice };
  return hasMoved(recommendation, advice, workload)
    ? { open: 'archive', successor: advice }
    : { open: 'keep' };
}

function beginAnew(
  adviseIf: (state: { isOpen: boolean }) => Advice | 'fine' | 'unknown',
): Decision {
  const advice = adviseIf({ isOpen: false });
  return { open: 'archive', successor: typeof advice === 'string' ? null : advice };
}

/**
 * Scaled to zero, or to less than half of the replicas that it was computed for. Changes by an
 * autoscaler are ignored.
 */
function hasShrunk(recommendation: OpenRecommendation, workload: WorkloadState): boolean {
  const replicas = desiredReplicas(workload);
  if (replicas === 0) return true;
  const computed = computedReplicas(recommendation);
  return !workload.hasHpa && computed !== undefined && 2 * replicas < computed;
}

/** For the requests that a recommendation changes or, if it changes none, for its limits. */
function changeSince(
  recommendation: OpenRecommendation,
  config: WorkloadConfig,
): 'none' | 'as recommended' | 'other' {
  const { currentConfig, recommendedConfig } = recommendation;
  const block = areSame('requests', currentConfig, recommendedConfig) ? 'limits' : 'requests';
  if (isUnchanged(block, recommendation, config)) return 'none';
  return isApplied(block, recommendation, config) ? 'as recommended' : 'other';
}

/** Whether the numbers of a dismissed recommendation have changed enough to show it again. */
function hasMoved(
  recommendation: OpenRecommendation,
  advice: Advice,
  { running }: WorkloadState,
): boolean {
  if (!haveStayed(recommendation, advice)) return true;
  // Compares savings per running pod, because the number of pods changes by itself. Multiplies each
  // by the pods of the other, to avoid a division.
  const podsNow = BigInt(running.length);
  const podsThen = BigInt(computedPods(recommendation) ?? running.length);
  return differsByPercent(
    parseFixedPoint(recommendation.savingHourly) * podsNow,
    advice.savingHourly * podsThen,
    policy.dismissedUntilPercent,
  );
}
