import { sql, type RawBuilder } from 'kysely';

const asItIs = (column: string): RawBuilder<unknown> => sql.ref(column);

/**
 * Condition: the sum of costs in columns of the ledger is known (decision 28). Without volumes or a fee, the
 * cost of these is 0 even if no price is known, so that a sum of 0 needs another known cost. `read` is the SQL
 * of a column, such as its sum over rows.
 */
export function isCostKnown(columns: readonly string[], read = asItIs): RawBuilder<boolean> {
  const compute = columns.filter((column) => !/storage|management/.test(column));
  const known = sql.join((compute.length > 0 ? compute : columns).map(read));
  return sql`(coalesce(${known}) is not null or ${addKnown(columns, read)} <> 0)`;
}

/** The sum of costs in columns of the ledger, in which unknown ones count as 0; null if it is unknown. */
export const addCosts = (columns: readonly string[], read = asItIs): RawBuilder<string | null> =>
  sql`case when ${isCostKnown(columns, read)} then ${addKnown(columns, read)} end`;

const addKnown = (columns: readonly string[], read: typeof asItIs) =>
  sql.join(
    columns.map((column) => sql`coalesce(${read(column)}, 0)`),
    sql` + `,
  );
