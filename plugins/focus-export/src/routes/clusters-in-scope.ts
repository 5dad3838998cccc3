import { ApiError, visibleClusters } from '@costplane/kernel';

/**
 * The clusters of a file: those that were asked for and that the key may read; `null`, all of the
 * organization. An export is never widened beyond them.
 *
 * @throws {ApiError} 403 if there are none
 */
export function clustersInScope(
  allowed: readonly string[] | null,
  requested: readonly string[] | undefined,
): readonly string[] | null {
  const clusters = visibleClusters(allowed, requested);
  if (clusters?.length === 0) {
    throw new ApiError('CLUSTER_ACCESS_DENIED', [{ reason: 'no_cluster_in_scope' }]);
  }
  return clusters;
}
