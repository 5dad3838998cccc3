import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { foldCluster } from './fold-cluster.ts';

/**
 * Folds the increments of months before one such as `2025-01`. The last reports of clusters that have stopped
 * reporting may still be pending, and the partitions that they belong to are about to be dropped.
 */
export async function foldBefore(db: Kysely<Warehouse>, month: string): Promise<void> {
  const { rows } = await sql<{ organizationId: string; clusterId: string }>`
    select distinct organization_id as "organizationId", cluster_id as "clusterId"
    from pending_increments
    where begins_at < ${`${month}-01`}::timestamp at time zone 'UTC'
      and organization_id in (select id from organizations where is_home)`.execute(db);
  for (const cluster of rows) await foldCluster(db, cluster);
}
