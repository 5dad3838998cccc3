import { type OpenSizes } from '../advise/size-container.ts';
import { type WorkloadConfig } from '../workload-state.ts';

/** The resizing that a recommendation proposes. */
export interface Resizing {
  currentConfig: WorkloadConfig;
  recommendedConfig: WorkloadConfig;
}

/** A pending or dismissed recommendation, with the data that decides about it. */
export interface OpenRecommendation extends Resizing {
  id: string;
  workloadUid: string;
  status: 'pending' | 'dismissed';
  title: string;
  description: string;
  cause: string;
  riskLevel: string;
  samples: number;
  /** Decimal text; null if unknown. */
  hourlyCost: string | null;
  savingHourly: string;
  metricsSnapshot: Record<string, unknown>;
}

/** Number of replicas that it was computed for; undefined if not recorded. */
export const computedReplicas = (recommendation: OpenRecommendation): number | undefined =>
  replicaCount(recommendation, 'desired');

/** Number of running pods that its savings cover; undefined if not recorded. */
export const computedPods = (recommendation: OpenRecommendation): number | undefined =>
  replicaCount(recommendation, 'running');

function replicaCount({ metricsSnapshot }: OpenRecommendation, name: 'desired' | 'running') {
  const replicas = metricsSnapshot.replicas as Record<string, unknown> | undefined;
  const count = replicas?.[name];
  return typeof count === 'number' ? count : undefined;
}

/** The sizes of a container that it changes. */
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
