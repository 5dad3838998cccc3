import { type OpenSizes } from '../advise/size-container.ts';
import { type WorkloadConfig } from '../workload-state.ts';

/** What a recommendation changes. */
export interface Resizing {
  currentConfig: WorkloadConfig;
  recommendedConfig: WorkloadConfig;
}

/** A recommendation that is pending or dismissed, with what decides about it. */
export interface OpenRecommendation extends Resizing {
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
  metricsSnapshot: Record<string, unknown>;
}

/** How many replicas it was reckoned with; undefined: it does not say. */
export const reckonedReplicas = (recommendation: OpenRecommendation): number | undefined =>
  replicaCount(recommendation, 'desired');

/** Over how many running pods its saving is; undefined: it does not say. */
export const reckonedPods = (recommendation: OpenRecommendation): number | undefined =>
  replicaCount(recommendation, 'running');

function replicaCount({ metricsSnapshot }: OpenRecommendation, name: 'desired' | 'running') {
  const replicas = metricsSnapshot.replicas as Record<string, unknown> | undefined;
  const count = replicas?.[name];
  return typeof count === 'number' ? count : undefined;
}

/** Which sizes of a container it changes. */
export function changedSizes(
  { currentConfig, recommendedConfig }: Resizing,
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
