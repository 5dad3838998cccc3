import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { maxPageBytes, type SizedRow } from '../pages/page-bytes.ts';
import { type AnyTables } from './list-definition.ts';

/**
 * The rows of a page up to the first that no longer fits, which shows that more follow. Rows have
 * `page_bytes`, so that the database neither reads nor sends the rest. `order` names the columns that the
 * rows are ordered by.
 */
export function untilPageIsFull(
  db: Kysely<AnyTables>,
  rows: SelectQueryBuilder<AnyTables, AnyTables, SizedRow>,
  order: readonly string[],
): SelectQueryBuilder<AnyTables, AnyTables, SizedRow> {
  const columns = order.map((column) => sql.ref(column));
  const bytesBefore = sql<number>`sum(page_bytes) over (
    order by ${sql.join(columns)} rows between unbounded preceding and current row
  ) - page_bytes`;
  const counted = db.selectFrom(rows.as('listed')).selectAll('listed');
  const page = db
    .selectFrom(counted.select(bytesBefore.as('bytes_before')).as('page'))
    .selectAll('page')
    .where('bytes_before', '<=', sql.lit(maxPageBytes));
  return columns.reduce((ordered, column) => ordered.orderBy(column), page);
}
