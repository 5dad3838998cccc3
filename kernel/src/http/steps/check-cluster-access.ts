import type { ApiError } from '../../errors/api-error.ts';
import { notFound, requireAllowed } from '../../errors/constructors.ts';
import { type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

/**
 * Step 7: the cluster of the path must exist in the tenant (404), then be in the key's
 * allow-list (403).
 */
export async function checkClusterAccess(
  { principal, input, route }: Exchange,
  { databases }: PipelineServices,
): Promise<void> {
  if (route.pathCluster === undefined || !principal || !input) return;
  const clusterId = input.params[route.pathCluster] as string;
  const { organization, allowedClusters } = principal;
  if (!(await databases.hasCluster(organization.id, clusterId))) throw clusterNotFound(route);
  requireAllowed(clusterId, allowedClusters);
}

const clusterNotFound = ({ pathCluster }: Exchange['route']): ApiError =>
  notFound('CLUSTER_NOT_FOUND', pathCluster ?? 'cluster_id');
