import { type Expression, type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { afterKey, type PageRequest } from '../pages/page.ts';
import { maxPageSize } from '../pages/page-limits.ts';

/** A page is of whatever tables a plugin reads. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type that all of them fit
export type AnyTables = any;

/** Lists of more values than these are most of the whole list, and read as such. */
const mostMergedLists = 32;
/** One row more than a page tells that more follow. */
const mostRows = maxPageSize + 1;

/** A list before its order: conditions and columns. */
export interface OrderedList<Row> {
  readonly query: SelectQueryBuilder<AnyTables, AnyTables, Row>;
  /**
   * The columns of the order as the rows have them, each with what it is in the query. Ascending,
   * and together unique; a row's cursor holds their values in this order.
   */
  readonly order: Readonly<Record<string, string>>;
}

/** Lists that differ in one value, such as those of each of several owners. */
export interface ListsBy<Row> {
  readonly values: readonly string[];
  readonly type: 'uuid' | 'text';
  readonly listOf: (value: Expression<string>) => OrderedList<Row>;
}

/** A page of a list, to be executed, or to be joined with what its rows lack. */
export type PageQuery<Row> = SelectQueryBuilder<AnyTables, 'page', Row>;

/** The rows of one page, and one more. */
export function orderedPage<Row>(
  db: Kysely<AnyTables>,
  list: OrderedList<Row>,
  page: PageRequest,
): PageQuery<Row> {
  return inOrder(list, db.selectFrom(largestPage(list, page).as('page')), page);
}

/**
 * The rows of one page of several lists read as one, each row once, and one more. Every list is
 * entered over an index of its own: the cost grows with the number of lists and the size of the
 * page, and neither with the length of a list nor with how deep the page lies. (What comes out of
 * a list is in the order of its cut; an order around that too would have PostgreSQL sort it again.)
 */
export function mergedPage<Row>(
  db: Kysely<AnyTables>,
  { values, type, listOf }: ListsBy<Row>,
  page: PageRequest,
): PageQuery<Row> {
  const lists = sql<{ value: string }>`unnest(${values}::${sql.raw(type)}[])`;
  const list = listOf(sql.ref('list.value'));
  const firstRows = db
    .selectFrom(largestPage(list, page).as('page'))
    .selectAll('page')
    .limit(page.limit + 1);
  const rows = db
    .selectFrom(lists.as<'list'>(sql`list (value)`))
    .crossJoinLateral(firstRows.as('page'));
  return inOrder(list, rows, page).distinctOn(columnsOf(list));
}

/**
 * One page of what lies in some clusters (`null`: in all of them): of few clusters, merged from
 * the list of each; of many, the list of all of them. `column` is the cluster's in the query.
 */
export function pageInClusters<Row>(
  db: Kysely<AnyTables>,
  clusters: readonly string[] | null,
  column: string,
  listIn: (clusters: readonly string[] | null) => OrderedList<Row>,
  page: PageRequest,
): PageQuery<Row> {
  if (!clusters || !areFew(clusters)) return orderedPage(db, listIn(clusters), page);
  const { query, order } = listIn(null);
  const listOf = (cluster: Expression<string>) => ({
    query: query.where(sql.ref(column), '=', cluster),
    order,
  });
  return mergedPage(db, { values: clusters, type: 'uuid', listOf }, page);
}

/** Whether the lists of these values are worth being read one by one. */
export const areFew = (values: readonly string[]): boolean => values.length <= mostMergedLists;

/**
 * The list after the cursor, cut at the largest page that there is. That is a constant, so that
 * PostgreSQL plans the statement once for every size of page; the page itself is cut around it.
 */
function largestPage<Row>({ query, order }: OrderedList<Row>, { after }: PageRequest) {
  const references = Object.values(order);
  const following = after ? query.where(afterKey(references, after)) : query;
  return references
    .reduce((ordered, reference) => ordered.orderBy(sql.ref(reference)), following)
    .limit(sql.lit(mostRows));
}

function inOrder<Row>(
  list: OrderedList<Row>,
  rows: SelectQueryBuilder<AnyTables, AnyTables, unknown>,
  { limit }: PageRequest,
): PageQuery<Row> {
  const page = rows.selectAll('page') as unknown as PageQuery<Row>;
  return columnsOf(list)
    .reduce((ordered, column) => ordered.orderBy(column), page)
    .limit(limit + 1);
}

const columnsOf = ({ order }: OrderedList<unknown>) =>
  Object.keys(order).map((column) => sql.ref(`page.${column}`));
