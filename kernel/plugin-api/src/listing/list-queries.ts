import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type SizedRow } from '../pages/page-bytes.ts';
import { afterKey, type PageRequest } from '../pages/page.ts';
import { maxPageSize } from '../pages/page-limits.ts';
import { type AnyTables, type Filter, type ListDefinition } from './list-definition.ts';
import { untilPageIsFull } from './until-page-is-full.ts';

/** A list of whatever tables. */
export type AnyList = ListDefinition<AnyTables, AnyTables, Filters, SizedRow, never, unknown>;
export type AnyQuery = SelectQueryBuilder<AnyTables, AnyTables, SizedRow>;
type Filters = Readonly<Record<string, Filter>>;
type Order = Readonly<Record<string, string>>;
type Select = (rows: AnyQuery, order: Order) => AnyQuery;

/** Whose rows a request is for, and the values of the filters, of which `clusters` is one. */
export interface ListQuery {
  readonly db: Kysely<AnyTables>;
  readonly organizationId: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly page: PageRequest;
}

/** Lists of more values than these are most of the whole list, and read as such. */
const mostMergedLists = 32;
/** One row more than a page tells that more follow. */
const mostRows = maxPageSize + 1;

/** How many rows match, whatever the page. */
export const countRows = (list: AnyList, query: ListQuery) =>
  matchingRows(list, query).select(({ fn }) => fn.countAll<number>().as('total'));

/** The rows of a page and one more. */
export function selectPage(list: AnyList, query: ListQuery): AnyQuery {
  const { keysFirst, mergeBy = {} } = list;
  const merged = Object.keys(mergeBy).find((name) => isShort(query.values[name]));
  const rows =
    keysFirst && (merged !== undefined || keysFirst.when === 'always')
      ? rowsByKeys(list, query, keysFirst.key, merged)
      : firstRows(list, query, (found) => list.select(found, query.organizationId), merged);
  return list.isSized ? untilPageIsFull(query.db, rows, Object.keys(list.order)) : rows;
}

export const isShort = (value: unknown) => Array.isArray(value) && value.length <= mostMergedLists;

/** Reads the keys of a page from an index, and then the rows of these keys alone. */
function rowsByKeys(list: AnyList, query: ListQuery, key: Order, merged?: string): AnyQuery {
  const selectKeys: Select = (found, order) =>
    found.select(Object.entries({ ...key, ...order }).map(([name, from]) => `${from} as ${name}`));
  const keys = firstRows(list, query, selectKeys, merged);
  const rows = list
    .select(list.from(query.db, query.organizationId), query.organizationId)
    .innerJoin(keys.as('page'), (join) =>
      Object.entries(key).reduce((on, [name, from]) => on.onRef(from, '=', `page.${name}`), join),
    );
  return pageColumns(list).reduce((sorted, column) => sorted.orderBy(column), rows);
}

/**
 * The first rows after the cursor: of one list, or of several lists read as one, each row once. Each
 * of several is entered over an index of its own: the cost grows with their number and the size of
 * the page, and neither with their length nor with how deep the page lies. (What comes out of a list
 * is in the order of its cut; an order around that too would have PostgreSQL sort it again.)
 */
function firstRows(list: AnyList, query: ListQuery, select: Select, merged?: string): AnyQuery {
  const part = merged === undefined ? undefined : list.mergeBy?.[merged];
  const { db, page, values } = query;
  if (merged === undefined || !part) {
    const rows = largestPage(select(matchingRows(list, query), list.order), list.order, page);
    return inOrder(list, db.selectFrom(rows.as('page')), page);
  }
  const source = { ...list, ...part, filters: { ...list.filters, ...part.filters } };
  const found = matchingRows(source, { ...query, values: { ...values, [merged]: undefined } });
  const ofValue = found.where(sql.ref(part.column), '=', sql.ref('list.value'));
  const rows = largestPage(select(ofValue, source.order), source.order, page);
  const lists = sql<{ value: string }>`unnest(${values[merged]}::${sql.raw(part.type)}[])`;
  const cut = db
    .selectFrom(rows.as('page'))
    .selectAll('page')
    .limit(page.limit + 1);
  const all = db.selectFrom(lists.as<'list'>(sql`list (value)`)).crossJoinLateral(cut.as('page'));
  return inOrder(list, all, page).distinctOn(pageColumns(list));
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

/** One parameter holds all values, so that a statement keeps its text and its plan. */
function isMatch(filter: Filter, value: unknown): Expression<SqlBool> {
  if (typeof filter === 'function') return filter(value as never);
  const column = sql.ref(filter);
  return Array.isArray(value)
    ? sql<boolean>`${column} = any(${value})`
    : sql<boolean>`${column} = ${value}`;
}

/**
 * The list after the cursor, cut at the largest page that there is. That is a constant, so that
 * PostgreSQL plans the statement once for every size of page; the page itself is cut around it.
 */
function largestPage(rows: AnyQuery, order: Order, { after }: PageRequest): AnyQuery {
  const columns = Object.values(order);
  const following = after ? rows.where(afterKey(columns, after)) : rows;
  return columns
    .reduce((sorted, column) => sorted.orderBy(sql.ref(column)), following)
    .limit(sql.lit(mostRows));
}

const inOrder = (
  list: AnyList,
  rows: SelectQueryBuilder<AnyTables, AnyTables, unknown>,
  { limit }: PageRequest,
): AnyQuery =>
  pageColumns(list)
    .reduce<AnyQuery>((sorted, column) => sorted.orderBy(column), rows.selectAll('page'))
    .limit(limit + 1);

const pageColumns = ({ order }: AnyList) =>
  Object.keys(order).map((name) => sql.ref(`page.${name}`));
