import { sql } from 'kysely';
import { type ClusterScope } from '../cluster-scope.ts';
import { policy } from '../policy.ts';

/** Deletes the histograms of containers that were not seen for so long that no sample counts any more. */
export async function forgetContainers(scope: ClusterScope): Promise<void> {
  const { tx, organizationId, clusterId } = scope;
  const rememberedS = (policy.rememberedHalfLives * policy.halfLifeMs) / 1000;
  // In a separate statement, because Citus rejects a subtraction from a column in the deletion.
  const { rows } = await sql<{ forgotten: string | null }>`
    select (last_seen_at - make_interval(secs => ${rememberedS}))::text as forgotten
    from clusters where organization_id = ${organizationId} and id = ${clusterId}`.execute(tx);
  const forgotten = rows[0]?.forgotten ?? null;
  if (forgotten === null) return;
  await sql`
    delete from usage_histograms
    where organization_id = ${organizationId} and cluster_id = ${clusterId}
      and last_sample_at < ${forgotten}::timestamptz`.execute(tx);
}
