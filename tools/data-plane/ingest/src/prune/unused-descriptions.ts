import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { lockCluster } from '../write/lock-cluster.ts';
import { inCluster } from '../write/scope.ts';

/** What a day refers to; hours refer to what their day does. */
export const references = [
  { table: 'workload_days', column: 'description_id' },
  { table: 'namespace_days', column: 'description_id' },
  { table: 'namespace_days', column: 'unnest(description_ids)' },
  { table: 'container_days', column: 'description_id' },
];

/**
 * Deletes what owners were like on days that are no longer there; what is new may still await its
 * first day. A cluster's reports wait for it.
 */
export async function deleteUnusedDescriptions(
  db: Kysely<Warehouse>,
  signal?: AbortSignal,
): Promise<number> {
  const clusters = await db.selectFrom('clusters').select(['organization_id', 'id']).execute();
  let deleted = 0;
  for (const { organization_id: organizationId, id: clusterId } of clusters) {
    signal?.throwIfAborted();
    const { numAffectedRows = 0n } = await db.transaction().execute(async (tx) => {
      const cluster = { organizationId, clusterId };
      await lockCluster({ tx, ...cluster });
      const used = references.map(
        ({ table, column }) =>
          sql`select ${sql.raw(column)} from ${sql.table(table)} as used where ${inCluster(cluster, 'used')}`,
      );
      return sql`
        delete from owner_descriptions as description
        where ${inCluster(cluster, 'description')}
          and described_on < current_date - 1
          and id not in (${sql.join(used, sql` union `)})`.execute(tx);
    });
    deleted += Number(numAffectedRows);
  }
  return deleted;
}
