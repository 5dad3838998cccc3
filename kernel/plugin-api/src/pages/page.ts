import { Type } from 'typebox';
import { namedObject, timestamp } from '../schema/primitives.ts';
import { maxCursorLength } from './page-limits.ts';

/** The sort key of a row, which marks the boundary of a page. */
export type KeysetKey = readonly (string | number)[];

/** A list that is read page by page, in the order as of its first page. */
export interface Walk {
  /** The time of the first page. */
  readonly orderedAt: string;
  /** The database snapshot of the first page: rows outside it have changed since. */
  readonly snapshot?: string;
}

/** A row with the approximate number of bytes of its JSON. */
export interface SizedRow {
  readonly page_bytes?: number;
}

/** The requested page of a cursor-paged list. */
export interface PageRequest {
  /** Maximum number of rows. */
  readonly limit: number;
  /** Whether the response includes the number of all matching rows. */
  readonly includeTotal: boolean;
  /** The sort key of the last row of the previous page. */
  readonly after?: KeysetKey;
  /** The walk that the page continues; absent on a first page. */
  readonly walk?: Walk;
}

/** One page of a list. */
export interface Page<T> {
  /** The rows, as resources. */
  readonly data: T[];
  /** The limit of the request. */
  readonly limit: number;
  /** Whether rows follow. */
  readonly hasMore: boolean;
  /** The sort key of a row: that of the last one is the boundary of the page. */
  readonly keyAt: (index: number) => KeysetKey | undefined;
  /** Number of matching rows, if requested. */
  readonly totalCount?: number;
  /** Later pages continue in the order of the first. */
  readonly isOrderKept?: boolean;
  /** The database snapshot of the first page, if ranks may change. */
  readonly snapshot?: string;
}

export const paginationSchema = namedObject('Pagination', 'Position of the page in the list.', {
  next_cursor: Type.Optional(
    Type.String({ maxLength: maxCursorLength, description: 'Opaque; absent on the last page.' }),
  ),
  has_more: Type.Boolean({
    description:
      'True if there are more pages. A page may have fewer rows than `limit`, since none ' +
      'exceeds 8 MiB.',
  }),
  limit: Type.Integer({ description: 'The resolved page size in rows.' }),
  ordered_at: Type.Optional(
    timestamp(
      'Time of the first page; all pages are in the order of that time. If they are read within ' +
        'ten minutes, they contain every row that exists throughout exactly once, whatever is ' +
        'reported meanwhile. Figures are as of the time when each page was read. Absent if the ' +
        'order is computed again for each page.',
    ),
  ),
  total_count: Type.Optional(
    Type.Integer({ description: 'Rows matching the filter; only with include_total=true.' }),
  ),
});
