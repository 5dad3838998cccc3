import { type Page } from '../pages/page.ts';
import {
  type ListContext,
  type ListDefinition,
  type ListFilters,
  type ListRequest,
} from './list-definition.ts';
import { listPage } from './list-page.ts';
import { type AnyList, countRows } from './list-queries.ts';
import { orderPage } from './rows-as-of.ts';
import { preparePages } from './page-statements.ts';
import { visibleClusters } from './visible-clusters.ts';

/** Declares a list; its `page` is the handler of a cursor-paged route. */
export const defineList = <
  DB,
  TB extends keyof DB,
  Filters extends ListFilters<DB, TB>,
  Row,
  T,
  Context extends ListContext = ListContext,
>(
  list: ListDefinition<DB, TB, Filters, Row, Context, T>,
) => {
  const anyList = list as unknown as AnyList;
  const readPage = preparePages(anyList);
  return {
    async page(context: Context, request: ListRequest<Filters> = {}): Promise<Page<T>> {
      const { db, organization, allowedClusters, page } = context;
      const clusters = list.clusters ? visibleClusters(allowedClusters, request.clusters) : null;
      const values = { ...request.filters, clusters: clusters ?? undefined };
      const names = Object.keys(orderPage(anyList, page)) as (keyof Row)[];
      const query = { db, organizationId: organization.id, values, page };
      const found = await listPage(page, {
        clusters,
        rows: () => readPage(query) as Promise<readonly Row[]>,
        total: () => countRows(anyList, query).executeTakeFirstOrThrow(),
        key: (row) => names.map((name) => row[name] as string | number),
        shape: (row) => list.toResource(row, context),
      });
      return { ...found, isOrderKept: true };
    },
  };
};
