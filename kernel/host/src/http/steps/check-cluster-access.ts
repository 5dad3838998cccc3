import { type ApiError, notFound, requireAllowed } from '@costplane/plugin-api';
import { requestDatabases, type Exchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

/**
 * Step 7: the cluster of the path must exist in the tenant (404), then be in the key's
 * allow-list (403).
 */
export async function checkClusterAccess(
  exchange: Exchange,
  { pools }: PipelineServices,
): Promise<void> {
  const { principal, input, route } = exchange;
  if (route.pathCluster === undefined || !principal || !input) return;
  const clusterId = input.params[route.pathCluster] as string;
  const isKnown = await requestDatabases(exchange, pools).hasCluster(clusterId);
  if (!isKnown) throw clusterNotFound(route);
  requireAllowed(clusterId, principal.allowedClusters);
}

const clusterNotFound = ({ pathCluster }: Exchange['route']): ApiError =>
  notFound('CLUSTER_NOT_FOUND', pathCluster ?? 'cluster_id');
