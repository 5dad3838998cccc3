import { clusterAccessDenied } from '@costplane/plugin-api';
import { type Kysely } from 'kysely';
import { selectFirstCluster } from '../queries/select-first-cluster.ts';
import { type RecommendationRows } from '../tables.ts';

/** Which clusters a key may read (`null`: every one) and which ones the request names. */
interface ClusterAccess {
  readonly organizationId: string;
  readonly allowed: readonly string[] | null;
  readonly requested: readonly string[] | undefined;
}

/**
 * 403 when the request names a cluster of the organization that the key may not read (decision
 * 9). An id that is no cluster of the organization is not refused: it matches nothing.
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
