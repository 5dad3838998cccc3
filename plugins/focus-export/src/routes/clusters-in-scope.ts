import { ApiError } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type Owner } from '../metadata/identity.ts';
import { selectClusters } from '../queries/select-clusters.ts';
import { type ExportRows } from '../tables.ts';

/**
 * The clusters of a file: the requested clusters of the organization that the key may read; `null`
 * means all of the organization. Whether an omitted cluster is forbidden, belongs to another
 * organization or does not exist is not disclosed (decision 44).
 *
 * @throws {ApiError} 403 if no cluster remains
 */
export async function clustersInScope(
  db: Kysely<Pick<ExportRows, 'clusters'>>,
  { organizationId, allowedClusters }: Owner,
  requested: readonly string[] | undefined,
): Promise<readonly string[] | null> {
  const visible = visibleClusters(allowedClusters, requested);
  if (visible === null) return null;
  const clusters =
    requested === undefined
      ? visible
      : (await selectClusters(db, organizationId, visible).execute()).map(({ id }) => id);
  if (clusters.length > 0) return clusters;
  throw new ApiError('CLUSTER_ACCESS_DENIED', [{ reason: 'no_cluster_in_scope' }], {
    message: 'The API key may not read any of the clusters to export.',
  });
}
