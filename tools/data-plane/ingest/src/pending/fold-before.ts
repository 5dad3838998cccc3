import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { ArchiveError } from '../archive/archive-error.ts';
import { foldCluster } from './fold-cluster.ts';

/**
 * Folds the increments of months before one such as `2025-01`. The last reports of clusters that have stopped
 * reporting may still be pending, and the partitions that they belong to are about to be dropped.
 *
 * @throws {ArchiveError} if the move of an organization with such increments is not complete
 */
export async function foldBefore(db: Kysely<Warehouse>, month: string): Promise<void> {
  const { rows } = await sql<PendingCluster>`
    select distinct organization_id as "organizationId", cluster_id as "clusterId",
      organization.name, is_writable as "isWritable"
    from pending_increments
    join organizations as organization on organization.id = organization_id
    where begins_at < ${`${month}-01`}::timestamp at time zone 'UTC' and is_home`.execute(db);
  const moving = rows.find(({ isWritable }) => !isWritable);
  if (moving) {
    throw new ArchiveError(
      `The organization ${moving.name} is being moved, and its last reports before ${month} are not in the ledger yet; complete the move with costplane org move, then run this again`,
    );
  }
  for (const cluster of rows) await foldCluster(db, cluster);
}

interface PendingCluster {
  organizationId: string;
  clusterId: string;
  name: string;
  isWritable: boolean;
}
