import { maxPageBytes } from '../pages/page-limits.ts';
import { type KeysetKey, type Page, type PageRequest, type SizedRow } from '../pages/page.ts';

/** How the rows of a cursor-paged list are read and returned. */
export interface Listing<Row, T> {
  /** Clusters whose rows it shows; without any it is empty, and nothing is asked. */
  readonly clusters?: readonly string[] | null;
  /** The rows of the page and one more, or one more than fit, which shows that more follow. */
  readonly rows: () => Promise<readonly Row[]>;
  /** How many rows match, whatever the page; asked for `include_total` alone. */
  readonly total: () => Promise<{ readonly total: number }>;
  readonly key: (row: Row) => KeysetKey;
  readonly shape: (row: Row) => T;
}

/** Columns of the first page of a walk over a list whose ranks change. */
interface RankedRow {
  readonly walk_snapshot?: string;
}

/** Reads one page of a list, and its total if requested. */
export async function listPage<Row, T>(
  { limit, includeTotal, walk }: PageRequest,
  { clusters, rows, total, key, shape }: Listing<Row, T>,
): Promise<Page<T>> {
  const isEmpty = clusters?.length === 0;
  const read = isEmpty ? () => [] : rows;
  const count = isEmpty ? () => ({ total: 0 }) : total;
  const [found, counted] = await Promise.all([read(), includeTotal ? count() : undefined]);
  const kept = found.slice(0, countFitting(found as readonly SizedRow[], limit));
  const [first] = found as readonly RankedRow[];
  const snapshot = walk ? walk.snapshot : first?.walk_snapshot;
  return {
    data: kept.map(shape),
    limit,
    hasMore: found.length > kept.length,
    keyAt: (index) => (kept[index] === undefined ? undefined : key(kept[index])),
    ...(snapshot === undefined ? {} : { snapshot }),
    ...(counted && { totalCount: counted.total }),
  };
}

/** Number of rows that fit on a page, at least one. */
function countFitting(rows: readonly SizedRow[], limit: number): number {
  let bytes = 0;
  for (const [index, { page_bytes = 0 }] of rows.entries()) {
    bytes += page_bytes;
    if (index === limit || (index > 0 && bytes > maxPageBytes)) return index;
  }
  return rows.length;
}
