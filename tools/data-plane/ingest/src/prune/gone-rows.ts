import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { retryDeadlocked } from '../write/retry-deadlocked.ts';
import { inCluster } from '../write/scope.ts';

/** Rows of deleted objects, by table. */
export type GoneRows = Partial<Record<(typeof tables)[number], number>>;

const tables = ['nodes', 'namespaces', 'workloads', 'pods', 'persistent_volumes'] as const;

/** Small, so that a statement ends quickly and reports continue in between. */
const rowsAtOnce = 5_000;

export async function countGone(db: Kysely<Warehouse>, before: Date): Promise<GoneRows> {
  return forEachTable(async (table) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::float8 as count from ${sql.table(table)}
      where gone_at < ${before.toISOString()}::timestamptz`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

export async function deleteGone(
  db: Kysely<Warehouse>,
  before: Date,
  signal?: AbortSignal,
): Promise<GoneRows> {
  const clusters = await db
    .selectFrom('clusters')
    .select(['organization_id as organizationId', 'id as clusterId'])
    .execute();
  return forEachTable(async (table) => {
    let deleted = 0;
    for (const cluster of clusters) {
      deleted += await deleteGoneOfCluster(db, { table, cluster, before, signal });
    }
    return deleted;
  });
}

interface Deletion {
  table: (typeof tables)[number];
  cluster: { organizationId: string; clusterId: string };
  before: Date;
  signal: AbortSignal | undefined;
}

async function deleteGoneOfCluster(
  db: Kysely<Warehouse>,
  { table, cluster, before, signal }: Deletion,
): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal?.throwIfAborted();
    // Locked rows belong to a running report, and may exist again.
    const { numAffectedRows = 0n } = await retryDeadlocked(() =>
      sql`
        delete from ${sql.table(table)} as item using (
          select ctid from ${sql.table(table)} as gone
          where ${inCluster(cluster, 'gone')} and gone_at < ${before.toISOString()}::timestamptz
          limit ${rowsAtOnce} for update skip locked
        ) as old
        where ${inCluster(cluster, 'item')} and item.ctid = old.ctid`.execute(db),
    );
    deleted += Number(numAffectedRows);
    if (numAffectedRows < rowsAtOnce) return deleted;
  }
}

async function forEachTable(count: (table: (typeof tables)[number]) => Promise<number>) {
  const counts: GoneRows = {};
  for (const table of tables) counts[table] = await count(table);
  return counts;
}
