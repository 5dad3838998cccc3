import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { type SizedRow } from '../pages/page-bytes.ts';
import { type PageRequest } from '../pages/page.ts';
import { type Filter, type ListDefinition } from './list-definition.ts';
import { type AnyTables, areFew, mergedPage, orderedPage } from './ordered-page.ts';
import { untilPageIsFull } from './until-page-is-full.ts';

/** A list of whatever tables. */
export type AnyList = ListDefinition<AnyTables, AnyTables, Filters, SizedRow, never, unknown>;
type Filters = Readonly<Record<string, Filter>>;
type AnyQuery = SelectQueryBuilder<AnyTables, AnyTables, SizedRow>;
type Values = Readonly<Record<string, unknown>>;

/** Whose rows a request is for, and the values of the filters, of which `clusters` is one. */
export interface ListQuery {
  readonly db: Kysely<AnyTables>;
  readonly organizationId: string;
  readonly values: Values;
}

/** How many rows match, whatever the page. */
export const countRows = (list: AnyList, query: ListQuery) =>
  matchingRows(list, query, query.values).select(({ fn }) => fn.countAll<number>().as('total'));

/** The rows of a page and one more, which tells that more follow. */
export function selectPage(list: AnyList, query: ListQuery, page: PageRequest): AnyQuery {
  const { keysFirst, mergeBy = {}, select } = list;
  const merged = Object.keys(mergeBy).find((name) => isShort(query.values[name]));
  const rows =
    keysFirst && (merged !== undefined || keysFirst.when === 'always')
      ? rowsByKeys(list, query, page, keysFirst.key, merged)
      : rowsInOrder(list, query, page, (found) => select(found, query.organizationId), merged);
  return list.isSized ? untilPageIsFull(query.db, rows, Object.keys(list.order)) : rows;
}

const isShort = (value: unknown) => Array.isArray(value) && areFew(value as string[]);

/** Reads the keys of a page from an index, and then the rows of these keys alone. */
function rowsByKeys(
  list: AnyList,
  query: ListQuery,
  page: PageRequest,
  key: Readonly<Record<string, string>>,
  merged: string | undefined,
): AnyQuery {
  const selectKeys = (found: AnyQuery, order: AnyList['order']) =>
    found.select(Object.entries({ ...key, ...order }).map(([name, from]) => `${from} as ${name}`));
  const keys = rowsInOrder(list, query, page, selectKeys, merged);
  const rows = list
    .select(list.from(query.db, query.organizationId), query.organizationId)
    .innerJoin(keys.as('page'), (join) =>
      Object.entries(key).reduce(
        (on, [name, column]) => on.onRef(column, '=', `page.${name}`),
        join,
      ),
    );
  return Object.keys(list.order).reduce((sorted, name) => sorted.orderBy(`page.${name}`), rows);
}

/** The first rows after the cursor: of one list, or merged from one list per value of a filter. */
function rowsInOrder(
  list: AnyList,
  query: ListQuery,
  page: PageRequest,
  select: (found: AnyQuery, order: AnyList['order']) => AnyQuery,
  merged: string | undefined,
): AnyQuery {
  const part = merged === undefined ? undefined : list.mergeBy?.[merged];
  if (merged === undefined || !part) {
    const rows = select(matchingRows(list, query, query.values), list.order);
    return orderedPage(query.db, { query: rows, order: list.order }, page);
  }
  const source = { ...list, ...part, filters: { ...list.filters, ...part.filters } };
  const found = matchingRows(source, query, { ...query.values, [merged]: undefined });
  const rows = select(found, source.order);
  const listOf = (value: Expression<string>) => ({
    query: rows.where(sql.ref(part.column), '=', value),
    order: source.order,
  });
  const values = query.values[merged] as readonly string[];
  return mergedPage(query.db, { values, type: part.type, listOf }, page);
}

function matchingRows(
  { from, clusters, filters }: Pick<AnyList, 'from' | 'clusters' | 'filters'>,
  { db, organizationId }: ListQuery,
  values: Values,
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
