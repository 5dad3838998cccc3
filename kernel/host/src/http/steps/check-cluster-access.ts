import { notFound, requireAllowed } from '@costplane/plugin-api';
import { requestDatabases, type ValidExchange } from '../exchange.ts';
import { type PipelineServices } from '../services.ts';

/**
 * Step 8: the cluster of the path must exist in the tenant (404), then be in the key's
 * allow-list (403).
 */
export async function checkClusterAccess(
  exchange: ValidExchange,
  { pools }: PipelineServices,
): Promise<void> {
  const { principal, input, route } = exchange;
  if (route.pathCluster === undefined || !principal) return;
  const clusterId = input.params[route.pathCluster] as string;
  const isKnown = await requestDatabases(exchange, pools).hasCluster(clusterId);
  if (!isKnown) throw notFound('CLUSTER_NOT_FOUND', route.pathCluster);
  requireAllowed(clusterId, principal.allowedClusters);
}
