import { ApiError } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type Owner } from '../metadata/identity.ts';
import { selectClusters } from '../queries/select-clusters.ts';
import { type ExportRows } from '../tables.ts';

/**
 * The clusters of a file: those of the organization that were asked for and that the key may read;
 * `null`, all of the organization. An export is never widened beyond them. Whether a cluster that is
 * left out is forbidden, another organization's or unknown is not told (decision 44).
 *
 * @throws {ApiError} 403 if there are none
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
    message: 'The API key may read none of the clusters to export.',
  });
}
