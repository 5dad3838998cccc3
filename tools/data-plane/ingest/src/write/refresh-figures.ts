import { sql, type RawBuilder } from 'kysely';
import { arrayText } from './array-text.ts';
import { type DigestedRow } from './digest-facts.ts';
import { inCluster, type Scope } from './scope.ts';
import { figuresByTable, type StateTable } from './state-table.ts';

/**
 * Updates the measurements of rows whose facts are unchanged, and when they were last seen. If
 * nothing else of a row changes, no index is updated. Returns whether these are all rows of the
 * snapshot, and all current objects.
 */
export async function refreshFigures(
  scope: Scope,
  table: 'pods' | 'persistent_volumes',
  rows: readonly DigestedRow[],
): Promise<{ isAsStored: boolean }> {
  const isThere = sql`${inCluster(scope, 'item')} and item.gone_at is null`;
  const { rows: counts } = await sql<{ refreshed: number; stored: number }>`
    with refreshed as (
      update ${sql.table(table)} as item set ${seenAndMeasured(scope, table, (value) => value)}
      from ${measuredRows(table, rows)}
      where ${isThere} and item.facts_digest = given.digest
      returning 1
    )
    select (select count(*)::integer from refreshed) as refreshed, (
      select count(*)::integer from ${sql.table(table)} as item where ${isThere}
    ) as stored`.execute(scope.tx);
  const [count] = counts;
  return { isAsStored: count?.refreshed === rows.length && count.stored === rows.length };
}

/** The rows by digest, as a table `given` with the figures. */
export function measuredRows(table: StateTable, rows: readonly DigestedRow[]): RawBuilder<unknown> {
  const figures = figuresByTable[table];
  const listValues = (name: string) =>
    rows.map(({ row }) => (row as Record<string, string | number | null>)[name] ?? null);
  return sql`unnest(${sql.join([
    sql`${arrayText(rows.map(({ digest }) => digest))}::uuid[]`,
    ...figures.map(({ name, type }) => sql`${arrayText(listValues(name))}::${sql.raw(type)}[]`),
  ])}) as given (${sql.join(['digest', ...figures.map(({ name }) => name)].map((name) => sql.id(name)))})`;
}

/** `set` clauses of an update from `given`. */
export function seenAndMeasured(
  { takenAt }: Scope,
  table: StateTable,
  change: (value: RawBuilder<unknown>, column: string) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql.join([
    ...['last_seen_at', 'cost_updated_at'].map(
      (name) => sql`${sql.id(name)} = ${change(sql`${takenAt}::timestamptz`, name)}`,
    ),
    ...figuresByTable[table].map(
      ({ name }) => sql`${sql.id(name)} = ${change(sql.ref(`given.${name}`), name)}`,
    ),
  ]);
}
