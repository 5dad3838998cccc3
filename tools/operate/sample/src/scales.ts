import { clusterSpecs, type ClusterSpec } from './clusters.ts';

/** Size of the fleet: about 500, 20,000 or 500,000 workloads. */
export type Scale = 'small' | 'medium' | 'large';

export const scales: readonly Scale[] = ['small', 'medium', 'large'];

interface Size {
  clusters: number;
  workloadsPerCluster: number;
  /** Names of the business units that own the clusters. */
  unitName: (index: number) => string;
}

const directions = ['north', 'east', 'south', 'west'];

const sizes: Record<Exclude<Scale, 'small'>, Size> = {
  medium: {
    clusters: 20,
    workloadsPerCluster: 1_000,
    unitName: (index) => directions[index % directions.length] ?? '',
  },
  large: {
    clusters: 105,
    workloadsPerCluster: 4_800,
    unitName: (index) => `unit-${String(index + 1).padStart(2, '0')}`,
  },
};

/** Maximum number of distinct Deployment names in a namespace. */
const maxDeployments = 25;
/** Number of system workloads of a cluster. */
const systemWorkloads = 14;

/** The clusters of a fleet. No name is used in two fleets. */
export function listSpecs(scale: Scale): readonly ClusterSpec[] {
  return scale === 'small' ? clusterSpecs : (made[scale] ??= makeSpecs(sizes[scale]));
}

const made: Partial<Record<Scale, readonly ClusterSpec[]>> = {};

/** Each business unit has enlarged copies of the clusters of the small fleet. */
function makeSpecs({ clusters, workloadsPerCluster, unitName }: Size): ClusterSpec[] {
  return Array.from({ length: clusters }, (_, index) => {
    const unit = Math.floor(index / clusterSpecs.length);
    const model = clusterSpecs[index % clusterSpecs.length];
    if (!model) throw new Error(`no cluster ${String(index)}`);
    const { age_minutes, ...spec } = enlarge(model, workloadsPerCluster);
    const isStale = age_minutes !== undefined && unit === 0;
    return {
      ...spec,
      name: `${unitName(unit)}-${model.name}`,
      ...(isStale && { age_minutes }),
    };
  });
}

/** The same cluster with the given number of workloads, in copies of its namespaces. */
function enlarge(model: ClusterSpec, workloads: number): ClusterSpec {
  const deploymentsPerNamespace = Math.min(maxDeployments, model.deploymentsPerNamespace * 2);
  const perNamespace =
    deploymentsPerNamespace + model.statefulSetsPerNamespace + model.cronJobsPerNamespace;
  const count = Math.round((workloads - systemWorkloads) / perNamespace);
  return {
    ...model,
    isSizedByRequests: true,
    deploymentsPerNamespace,
    namespaces: Array.from({ length: count }, (_, index) => {
      const round = Math.floor(index / model.namespaces.length);
      const name = model.namespaces[index % model.namespaces.length] ?? '';
      return round === 0 ? name : `${name}-${String(round + 1)}`;
    }),
    replicas: model.environment === 'production' ? [1, 3] : [1, 2],
  };
}
