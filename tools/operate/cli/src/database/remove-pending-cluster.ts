import { type Warehouse } from '@costplane/warehouse';
import { type Kysely } from 'kysely';

/** Removes a cluster that has never had a snapshot. */
export async function removePendingCluster(db: Kysely<Warehouse>, id: string): Promise<void> {
  await db.deleteFrom('clusters').where('id', '=', id).where('status', '=', 'pending').execute();
}
