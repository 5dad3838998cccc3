import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';

/** Removes a cluster that has never had a snapshot. Returns whether it was one. */
export async function removePendingCluster(db: Kysely<Warehouse>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('clusters')
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('last_seen_at', 'is', null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
