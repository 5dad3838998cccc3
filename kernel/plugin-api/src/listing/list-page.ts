import { type KeysetKey, type Page, type PageRequest, toPage } from '../pages/page.ts';

/** How the rows of a cursor-paged list are read and returned. */
export interface Listing<Row, T> {
  /** Clusters whose rows it shows; without any it is empty, and nothing is asked. */
  readonly clusters?: readonly string[] | null;
  /** The rows of the page and one more, which tells that more follow. */
  readonly rows: () => Promise<readonly Row[]>;
  /** How many rows match, whatever the page; asked for `include_total` alone. */
  readonly total: () => Promise<{ readonly total: number }>;
  readonly key: (row: Row) => KeysetKey;
  readonly shape: (row: Row) => T;
}

/** Reads one page of a list, and its total if requested. */
export async function listPage<Row, T>(
  request: PageRequest,
  { clusters, rows, total, key, shape }: Listing<Row, T>,
): Promise<Page<T>> {
  if (clusters?.length === 0)
    return toPage([], request, key, shape, request.includeTotal ? 0 : undefined);
  const [found, counted] = await Promise.all([rows(), request.includeTotal ? total() : undefined]);
  return toPage(found, request, key, shape, counted?.total);
}
