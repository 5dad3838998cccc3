import { sql } from 'kysely';
import { type ClusterScope } from '../cluster-scope.ts';
import { policy } from '../policy.ts';

/** Drops the histograms of containers that were not seen for so long that nothing of them counts. */
export async function forgetContainers(scope: ClusterScope): Promise<void> {
  const { tx, organizationId, clusterId } = scope;
  const rememberedS = (policy.rememberedHalfLives * policy.halfLifeMs) / 1000;
  await sql`
    delete from usage_histograms as known using clusters as cluster
    where known.organization_id = ${organizationId} and known.cluster_id = ${clusterId}
      and cluster.organization_id = known.organization_id and cluster.id = known.cluster_id
      and known.last_sample_at < cluster.last_seen_at - make_interval(secs => ${rememberedS})`.execute(
    tx,
  );
}
