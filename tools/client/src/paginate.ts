import {
  type AnswerBody,
  type CallInit,
  type CostplaneClient,
  type InitArguments,
  type Path,
} from './create-client.ts';
import { type Schemas } from './schemas.ts';

/** The paths that answer with a page of a list. */
export type ListPath = {
  [P in Path<'get'>]: AnswerBody<P, 'get'> extends Page ? P : never;
}[Path<'get'>];

/** A row of the list. */
export type Row<P extends ListPath> =
  AnswerBody<P, 'get'> extends { data: readonly (infer R)[] } ? R : never;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: { readonly pagination: Schemas['Pagination'] };
}
interface AnyInit {
  readonly params?: { readonly query?: object };
}

/** The most that the API gives in a page. */
const largestPage = 500;

/** Every row of a list, page by page: the next page is asked for when its first row is needed. */
export async function* paginate<P extends ListPath>(
  client: CostplaneClient,
  path: P,
  ...[init]: InitArguments<P, 'get'>
): AsyncGenerator<Row<P>, void, undefined> {
  const get = client.GET as unknown as (path: P, init: object) => Promise<{ data: Page }>;
  const { params } = (init ?? {}) as AnyInit;
  let cursor: string | undefined;
  do {
    const query = {
      limit: largestPage,
      ...params?.query,
      ...(cursor === undefined ? {} : { cursor }),
    };
    const { data } = await get(path, { ...init, params: { ...params, query } });
    yield* data.data as Row<P>[];
    const { pagination } = data.meta;
    cursor = pagination.has_more ? pagination.next_cursor : undefined;
  } while (cursor !== undefined);
}

/** Every row of the cost explorer's answer, page by page. */
export async function* paginateCosts(
  client: CostplaneClient,
  query: Schemas['CostExplorerQuery'],
  init: Omit<CallInit<'/v1/cost-explorer/query', 'post'>, 'body'> = {},
): AsyncGenerator<Schemas['CostExplorerRow'], void, undefined> {
  let page = query.page ?? 1;
  for (let pages = page; page <= pages; page += 1) {
    const body = { per_page: largestPage, ...query, page };
    const { data } = await client.POST('/v1/cost-explorer/query', { ...init, body });
    yield* data.data.rows;
    pages = data.data.pagination.total_pages;
  }
}
