import { type Compilable, type Expression, type RawBuilder, sql } from 'kysely';

/** Lists that are alike but for one value, such as the workloads of each of some namespaces. */
export interface ListsBy<Row> {
  /** The value of each list. */
  readonly values: readonly string[];
  readonly type: 'uuid' | 'text';
  /** The first `limit` rows of the list of one value, in the order of `columns`. */
  readonly listOf: (value: Expression<string>) => Compilable<Row> & Expression<unknown>;
  /** The columns of the whole order, ascending, as `listOf` selects them. */
  readonly columns: readonly string[];
  readonly limit: number;
}

/**
 * The first rows of several ordered lists as one ordered list, each row once. Every list is
 * entered over its own index, so that the cost grows with the number of lists and the size of the
 * page, and neither with the length of a list nor with how deep the page lies.
 */
export function mergeLists<Row>({
  values,
  type,
  listOf,
  columns,
  limit,
}: ListsBy<Row>): RawBuilder<Row> {
  const order = sql.join(columns.map((column) => sql.ref(`page.${column}`)));
  return sql<Row>`
    select distinct on (${order}) page.*
    from unnest(${values}::${sql.raw(type)}[]) as list (value)
    cross join lateral ${listOf(sql.ref('list.value'))} as page
    order by ${order} limit ${limit}`;
}
