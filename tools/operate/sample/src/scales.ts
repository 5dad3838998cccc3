import { clusterSpecs, type ClusterSpec } from './clusters.ts';

/** How large the fleet is: about 500, 20,000 or 500,000 workloads. */
export type Scale = 'small' | 'medium' | 'large';

export const scales: readonly Scale[] = ['small', 'medium', 'large'];

interface Size {
  clusters: number;
  workloadsPerCluster: number;
  /** What the business units are called whose clusters these are. */
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

/** Deployments that a namespace has names for. */
const mostDeployments = 25;
/** Of the cluster's own. */
const systemWorkloads = 14;

/** The clusters of a fleet. No name is in two of them. */
export function listSpecs(scale: Scale): readonly ClusterSpec[] {
  return scale === 'small' ? clusterSpecs : (made[scale] ??= makeSpecs(sizes[scale]));
}

const made: Partial<Record<Scale, readonly ClusterSpec[]>> = {};

/** Each business unit has the clusters of the small fleet, with more in them. */
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

/** The same kind of cluster with so many workloads, in namespaces that are alike. */
function enlarge(model: ClusterSpec, workloads: number): ClusterSpec {
  const deploymentsPerNamespace = Math.min(mostDeployments, model.deploymentsPerNamespace * 2);
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
