import { clusterAccessDenied } from '@costplane/plugin-api';
import { type Kysely } from 'kysely';
import { selectFirstCluster } from '../queries/select-first-cluster.ts';
import { type RecommendationRows } from '../tables.ts';

/** The clusters that a key may read (`null` means all), and those that the request names. */
interface ClusterAccess {
  readonly organizationId: string;
  readonly allowed: readonly string[] | null;
  readonly requested: readonly string[] | undefined;
}

/**
 * Responds with 403 if the request names a cluster of the organization that the key may not read
 * (decision 9). An id that is not a cluster of the organization is accepted and matches nothing.
 */
export async function refuseForbiddenClusters(
  db: Kysely<RecommendationRows>,
  { organizationId, allowed, requested = [] }: ClusterAccess,
): Promise<void> {
  if (allowed === null) return;
  const outside = requested.filter((id) => !allowed.includes(id));
  if (outside.length === 0) return;
  const forbidden = await selectFirstCluster(db, organizationId, outside).executeTakeFirst();
  if (forbidden) throw clusterAccessDenied(forbidden.id);
}
