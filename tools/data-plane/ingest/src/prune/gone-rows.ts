import { type Warehouse } from '@costplane/warehouse';
import { sql, type Kysely } from 'kysely';
import { retryDeadlocked } from '../write/retry-deadlocked.ts';

/** Rows of objects that have disappeared, by table. */
export type GoneRows = Partial<Record<(typeof tables)[number], number>>;

const tables = ['nodes', 'namespaces', 'workloads', 'pods', 'persistent_volumes'] as const;

/** A statement ends within moments, and reports go on between two. */
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
  return forEachTable(async (table) => {
    let deleted = 0;
    for (;;) {
      signal?.throwIfAborted();
      // What is locked belongs to a report, and may be there again.
      const { numAffectedRows = 0n } = await retryDeadlocked(() =>
        sql`
          delete from ${sql.table(table)} as item using (
            select ctid from ${sql.table(table)}
            where gone_at < ${before.toISOString()}::timestamptz
            limit ${rowsAtOnce} for update skip locked
          ) as old
          where item.ctid = old.ctid`.execute(db),
      );
      deleted += Number(numAffectedRows);
      if (numAffectedRows < rowsAtOnce) return deleted;
    }
  });
}

async function forEachTable(count: (table: (typeof tables)[number]) => Promise<number>) {
  const counts: GoneRows = {};
  for (const table of tables) counts[table] = await count(table);
  return counts;
}
