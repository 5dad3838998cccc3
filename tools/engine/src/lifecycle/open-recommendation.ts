import type { WorkloadConfig } from '../workload-state.ts';

/** A recommendation that is pending or dismissed, with what decides about it. */
export interface OpenRecommendation {
  id: string;
  workloadUid: string;
  status: 'pending' | 'dismissed';
  title: string;
  description: string;
  cause: string;
  riskLevel: string;
  samples: number;
  /** Decimal text; null: not known. */
  hourlyCost: string | null;
  savingHourly: string;
  currentConfig: WorkloadConfig;
  recommendedConfig: WorkloadConfig;
  metricsSnapshot: Record<string, unknown>;
}

/** How many replicas it was reckoned with; undefined: it does not say. */
export function reckonedReplicas({ metricsSnapshot }: OpenRecommendation): number | undefined {
  const replicas = metricsSnapshot.replicas as { desired?: unknown } | undefined;
  return typeof replicas?.desired === 'number' ? replicas.desired : undefined;
}
