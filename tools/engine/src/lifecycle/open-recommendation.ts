import type { OpenSizes } from '../advise/size-container.ts';
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

/** Which sizes of a container it changes. */
export function changedSizes(
  { currentConfig, recommendedConfig }: OpenRecommendation,
  containerName: string,
): OpenSizes {
  const find = ({ containers }: WorkloadConfig) =>
    containers.find(({ name }) => name === containerName);
  const [from, to] = [find(currentConfig), find(recommendedConfig)];
  const changed = (resource: 'cpu' | 'memory') => ({
    request: from?.requests[resource] !== to?.requests[resource],
    limit: from?.limits[resource] !== to?.limits[resource],
  });
  return { cpu: changed('cpu'), memory: changed('memory') };
}
