import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { maxPageBytes } from '../pages/page-limits.ts';
import { type PageRequest, type SizedRow } from '../pages/page.ts';
import { type AnyQuery, largestPage, type Order, sortBy } from './largest-page.ts';
import {
  type AnyTables,
  type Filter,
  type ListDefinition,
  type ListQuery,
} from './list-definition.ts';
import { isOrderKept, orderPage, rowsAsOf, selectSnapshot, withMoved } from './rows-as-of.ts';

/** A list over tables of any types. */
export type AnyList = ListDefinition<AnyTables, AnyTables, Filters, SizedRow, never, unknown>;
type Filters = Readonly<Record<string, Filter>>;
type Select = (rows: AnyQuery, order: Order) => AnyQuery;

/** With more values, the list is read as a whole and filtered instead of merged. */
const maxMergedLists = 32;

/** Number of matching rows on all pages. */
export const countRows = (list: AnyList, query: ListQuery) =>
  matchingRows(list, query).select(({ fn }) => fn.countAll<number>().as('total'));

/** The rows of a page and one more; later pages are in the order as of the first page. */
export function selectPage(list: AnyList, query: ListQuery): AnyQuery {
  const { formerRanks } = list;
  const rows = selectRows(list, query);
  if (!formerRanks) return rows;
  if (!isOrderKept(list, query.page)) return selectSnapshot(rows);
  const all = withMoved(query, formerRanks).selectFrom(rows.as('page'));
  return sortBy(all.selectAll('page'), pageColumns(list, query.page));
}

function selectRows(list: AnyList, query: ListQuery): AnyQuery {
  const { keysFirst, mergeBy = {} } = list;
  const merged = Object.keys(mergeBy).find((name) => isShort(query.values[name]));
  const rows =
    keysFirst && (merged !== undefined || keysFirst.when === 'always')
      ? rowsByKeys(list, query, keysFirst.key, merged)
      : firstRows(list, query, selectWhole(list, query), merged);
  return list.isSized ? untilPageIsFull(list, query, rows) : rows;
}

/**
 * The rows of a page up to the first that no longer fits, which shows that more follow. Rows have
 * `page_bytes`, so that the database neither reads nor sends the rest.
 */
function untilPageIsFull(list: AnyList, { db, page }: ListQuery, rows: AnyQuery): AnyQuery {
  const order = Object.keys(orderPage(list, page));
  const bytesBefore = sql<number>`sum(page_bytes) over (
    order by ${sql.join(order.map((name) => sql.ref(name)))} rows between unbounded preceding and current row
  ) - page_bytes`;
  const counted = db.selectFrom(rows.as('listed')).selectAll('listed');
  const fitting = db
    .selectFrom(counted.select(bytesBefore.as('bytes_before')).as('page'))
    .selectAll('page')
    .where('bytes_before', '<=', sql.lit(maxPageBytes));
  return sortBy(fitting, order);
}

export const isShort = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= maxMergedLists;

/** Number of merged scans for a number of values: a power of two, so that few statements suffice. */
export const countLists = (value: unknown): number =>
  2 ** Math.ceil(Math.log2(Math.max((value as readonly unknown[]).length, 1)));

/** Null, which matches no row, for scans beyond the number of values. */
const valueAt = (values: unknown, index: number) => (values as readonly unknown[])[index] ?? null;

/** The columns of a row, and those of its order. */
function selectWhole(list: AnyList, { organizationId, values, page }: ListQuery): Select {
  const clusters = (values.clusters as readonly string[] | undefined) ?? null;
  return (found, order) => {
    const rows = list.select(found, organizationId, clusters);
    if (!isOrderKept(list, page)) return rows;
    return Object.entries(order)
      .filter(([name]) => !(name in list.order))
      .reduce<AnyQuery>((all, [name, from]) => all.select(sql.ref(from).as(name)), rows);
  };
}

/** Reads the keys of a page from an index first, then only the rows with these keys. */
function rowsByKeys(list: AnyList, query: ListQuery, key: Order, merged?: string): AnyQuery {
  const selectKeys: Select = (found, order) =>
    found.select(Object.entries({ ...key, ...order }).map(([name, from]) => `${from} as ${name}`));
  const keys = firstRows(list, query, selectKeys, merged);
  const order = Object.keys(orderPage(list, query.page)).map((name) => [name, `page.${name}`]);
  const select = selectWhole(list, query);
  const { clusters } = query.values;
  const rows = select(
    matchingRows({ ...list, filters: {} }, { ...query, values: { clusters } }),
    Object.fromEntries(order) as Order,
  ).innerJoin(keys.as('page'), (join) =>
    Object.entries(key).reduce((on, [name, from]) => on.onRef(from, '=', `page.${name}`), join),
  );
  return sortBy(rows, pageColumns(list, query.page));
}

/**
 * The first rows after the cursor, from one index scan or from several that are merged, each row once.
 * Merged scans are parts of a union, because Citus cannot limit a scan that depends on a value of another
 * table. The cost grows with the number of scans and the size of the page, but neither with the length of
 * the list nor with the depth of the page. (Each scan is already in its order; ordering it once more would
 * make PostgreSQL sort it again.)
 */
function firstRows(list: AnyList, query: ListQuery, select: Select, merged?: string): AnyQuery {
  const part = merged === undefined ? undefined : list.mergeBy?.[merged];
  const { db, page, values } = query;
  if (merged === undefined || !part) {
    const rows = followingRows(list, query, matchingRows(list, query), select);
    return inOrder(list, db.selectFrom(rows.as('page')), page);
  }
  const source = { ...list, ...part, filters: { ...list.filters, ...part.filters } };
  const found = matchingRows(source, { ...query, values: { ...values, [merged]: undefined } });
  const lists = Array.from({ length: countLists(values[merged]) }, (_, index) => {
    const value = sql`${valueAt(values[merged], index)}::${sql.raw(part.type)}`;
    const ofValue = found.where(sql.ref(part.column), '=', value);
    return db.selectFrom(followingRows(source, query, ofValue, select).as('page'));
  });
  const [first, ...others] = lists as [AnyRows, ...AnyRows[]];
  if (others.length === 0) return inOrder(list, first, page);
  const cut = (rows: AnyRows) => {
    const part = rows.selectAll('page').limit(page.limit + 1);
    return db.selectFrom(part.as('part')).selectAll('part');
  };
  const all = others.reduce((joined, other) => joined.unionAll(cut(other)), cut(first));
  return inOrder(list, db.selectFrom(all.as('page')), page).distinctOn(pageColumns(list, page));
}

function followingRows(
  list: AnyList,
  { db, page }: ListQuery,
  found: AnyQuery,
  select: Select,
): AnyQuery {
  const order = orderPage(list, page);
  return isOrderKept(list, page)
    ? rowsAsOf(db, found, { ...list, order }, select, page)
    : largestPage(select(found, order), order, page);
}

function matchingRows(
  { from, clusters, filters }: Pick<AnyList, 'from' | 'clusters' | 'filters'>,
  { db, organizationId, values }: ListQuery,
): AnyQuery {
  const conditions = Object.entries<Filter | undefined>({ ...filters, clusters });
  return conditions.reduce<AnyQuery>(
    (rows, [name, filter]) => {
      const value = values[name];
      if (filter === undefined || value === undefined) return rows;
      return rows.where(isMatch(filter, value));
    },
    from(db, organizationId),
  );
}

/** All values are one parameter, so that the statement keeps its text and its plan. */
function isMatch(filter: Filter, value: unknown): Expression<SqlBool> {
  if (typeof filter === 'function') return filter(value as never);
  const column = sql.ref(filter);
  return Array.isArray(value)
    ? sql<boolean>`${column} = any(${value})`
    : sql<boolean>`${column} = ${value}`;
}

type AnyRows = SelectQueryBuilder<AnyTables, AnyTables, unknown>;

const inOrder = (list: AnyList, rows: AnyRows, page: PageRequest): AnyQuery =>
  sortBy(rows.selectAll('page'), pageColumns(list, page)).limit(page.limit + 1);

const pageColumns = (list: AnyList, page: PageRequest) =>
  Object.keys(orderPage(list, page)).map((name) => `page.${name}`);
