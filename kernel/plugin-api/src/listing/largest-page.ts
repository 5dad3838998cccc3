import { type SelectQueryBuilder, sql } from 'kysely';
import { type SizedRow } from '../pages/page-bytes.ts';
import { maxPageSize } from '../pages/page-limits.ts';
import { afterKey, type PageRequest } from '../pages/page.ts';
import { type AnyTables } from './list-definition.ts';

export type AnyQuery = SelectQueryBuilder<AnyTables, AnyTables, SizedRow>;
/** The columns that rows are ordered by, by their names in a row. */
export type Order = Readonly<Record<string, string>>;

/** One row more than the largest page, which shows whether more follow. */
const maxRows = maxPageSize + 1;

/**
 * The rows after the cursor, limited to the largest possible page. The limit is a constant, so that
 * PostgreSQL uses one plan for every page size; an outer query limits the page itself.
 */
export function largestPage(rows: AnyQuery, order: Order, { after }: PageRequest): AnyQuery {
  const columns = Object.values(order);
  const following = after ? rows.where(afterKey(columns, after)) : rows;
  return columns
    .reduce((sorted, column) => sorted.orderBy(sql.ref(column)), following)
    .limit(sql.lit(maxRows));
}
