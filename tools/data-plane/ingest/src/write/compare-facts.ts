import { sql } from 'kysely';
import { arrayText } from './array-text.ts';
import { type DigestedRow } from './digest-facts.ts';
import { inCluster, type Scope } from './scope.ts';
import { stateTables, type StateTable } from './state-table.ts';

/** The rows of a snapshot, and their differences from the stored state. */
export interface ComparedRows {
  rows: readonly DigestedRow[];
  /** Rows whose facts are not stored for any current object. */
  changed: ReadonlySet<DigestedRow>;
  /** Whether an object is stored that the snapshot lacks, or has with other facts. */
  isAnyMissing: boolean;
}

export type ComparedState = Record<StateTable, ComparedRows>;

/**
 * Compares the facts of a snapshot with those of the current objects in these tables; the other
 * tables are known to be equal.
 */
export async function compareFacts(
  scope: Scope,
  given: Record<StateTable, readonly DigestedRow[]>,
  tables: readonly StateTable[],
): Promise<ComparedState> {
  const { rows } = await sql<{
    name: StateTable;
    changed: string[] | null;
    is_any_missing: boolean;
  }>`${sql.join(
    tables.map((table) => comparison(scope, table, given[table])),
    sql` union all `,
  )}`.execute(scope.tx);
  const differing = new Map(rows.map((row) => [row.name, row]));
  const compared = stateTables.map((table) => {
    const { changed, is_any_missing: isAnyMissing = false } = differing.get(table) ?? {};
    const changedRows = (changed ?? []).flatMap((nth) => given[table][Number(nth) - 1] ?? []);
    return [table, { rows: given[table], changed: new Set(changedRows), isAnyMissing }] as const;
  });
  return Object.fromEntries<ComparedRows>(compared) as ComparedState;
}

function comparison(scope: Scope, table: StateTable, rows: readonly DigestedRow[]) {
  const isThere = table === 'containers' ? sql`` : sql`and gone_at is null`;
  return sql`
    select ${sql.lit(table)} as name,
      array_agg(given.nth) filter (where stored.is_stored is null) as changed,
      coalesce(bool_or(given.nth is null), false) as is_any_missing
    from unnest(${arrayText(rows.map(({ digest }) => digest))}::uuid[])
      with ordinality as given (digest, nth)
    full join (
      select facts_digest, true as is_stored from ${sql.table(table)} as item
      where ${inCluster(scope, 'item')} ${isThere}
    ) as stored on stored.facts_digest = given.digest`;
}
