import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { maxPageSize } from '../pages/page-limits.ts';
import { type KeysetKey, type PageRequest, type SizedRow } from '../pages/page.ts';
import { type AnyTables } from './list-definition.ts';

export type AnyQuery = SelectQueryBuilder<AnyTables, AnyTables, SizedRow>;
/** The columns that rows are ordered by, by their names in a row. */
export type Order = Readonly<Record<string, string>>;

/** Sorts rows by these columns, ascending. */
export const sortBy = (rows: AnyQuery, columns: readonly string[]): AnyQuery =>
  columns.reduce((sorted, column) => sorted.orderBy(sql.ref(column)), rows);

/** One row more than the largest page, which shows whether more follow. */
const maxRows = maxPageSize + 1;

/**
 * The rows after the cursor, limited to the largest possible page. The limit is a constant, so that
 * PostgreSQL uses one plan for every page size; an outer query limits the page itself.
 */
export function largestPage(rows: AnyQuery, order: Order, { after }: PageRequest): AnyQuery {
  const columns = Object.values(order);
  const following = after ? rows.where(afterKey(columns, after)) : rows;
  return sortBy(following, columns).limit(sql.lit(maxRows));
}

/**
 * Condition: rows after a key in an order of ascending columns. It is one row comparison, so that a deep
 * page is a single lookup in the index of that order.
 */
function afterKey(columns: readonly string[], key: KeysetKey): Expression<SqlBool> {
  const row = sql.join(columns.map((column) => sql.ref(column)));
  return sql<SqlBool>`(${row}) > (${sql.join(key.map((value) => sql.val(value)))})`;
}
