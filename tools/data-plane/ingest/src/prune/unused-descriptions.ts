import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { foldPending } from '../pending/pending-increments.ts';
import { retryWithoutMonth } from '../write/ledger/prepare-months.ts';
import { lockCluster } from '../write/lock-cluster.ts';
import { inCluster, type Scope } from '../write/scope.ts';

/**
 * Tables that reference descriptions. Hourly rows have the same references as their days, and containers,
 * whose days are most of the ledger, those of their workloads.
 */
export const references = [
  { table: 'workload_days', column: 'description_id' },
  { table: 'namespace_days', column: 'description_id' },
  { table: 'namespace_days', column: 'unnest(description_ids)' },
];

/**
 * Deletes owner descriptions that no day references; new ones may not be referenced yet, and are
 * kept, as are those of organizations whose move is not complete. Reports of the cluster wait
 * meanwhile.
 */
export async function deleteUnusedDescriptions(
  db: Kysely<Warehouse>,
  signal?: AbortSignal,
): Promise<number> {
  const clusters = await db
    .selectFrom('clusters')
    .innerJoin('organizations', 'organizations.id', 'clusters.organization_id')
    .where('is_home', '=', true)
    .where('is_writable', '=', true)
    .select(['organization_id', 'clusters.id'])
    .execute();
  let deleted = 0;
  for (const { organization_id: organizationId, id: clusterId } of clusters) {
    signal?.throwIfAborted();
    const cluster = { organizationId, clusterId };
    const { numAffectedRows = 0n } = await retryWithoutMonth(db, cluster, () =>
      db.transaction().execute((tx) => deleteUnused({ tx, ...cluster })),
    );
    deleted += Number(numAffectedRows);
  }
  return deleted;
}

async function deleteUnused(scope: Pick<Scope, 'tx' | 'organizationId' | 'clusterId'>) {
  await lockCluster(scope);
  await foldPending(scope);
  const used = references.map(
    ({ table, column }) =>
      sql`select ${sql.raw(column)} from ${sql.table(table)} as used where ${inCluster(scope, 'used')}`,
  );
  return sql`
    delete from owner_descriptions as description
    where ${inCluster(scope, 'description')}
      and described_on < current_date - 1
      and not exists (
        select from (${sql.join(used, sql` union all `)}) as used (id) where used.id = description.id
      )`.execute(scope.tx);
}
