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
  readonly limit: number;
  readonly includeTotal: boolean;
  /** The sort key of the last row of the previous page. */
  readonly after?: KeysetKey;
  /** The walk that the page continues; absent on a first page. */
  readonly walk?: Walk;
}

/** One page of a list. */
export interface Page<T> {
  readonly data: T[];
  readonly limit: number;
  readonly hasMore: boolean;
  /** The sort key of a row: that of the last one is the boundary of the page. */
  readonly keyAt: (index: number) => KeysetKey | undefined;
  readonly totalCount?: number;
  /** Later pages continue in the order of the first. */
  readonly isOrderKept?: boolean;
  /** The database snapshot of the first page, if ranks may change. */
  readonly snapshot?: string;
}

export const paginationSchema = namedObject('Pagination', 'Where the page lies in the list.', {
  next_cursor: Type.Optional(
    Type.String({ maxLength: maxCursorLength, description: 'Opaque; absent on the last page.' }),
  ),
  has_more: Type.Boolean({
    description:
      'True while pages remain: the stop signal. A page of large rows may have fewer than ' +
      '`limit`: no page is over 8 MiB.',
  }),
  limit: Type.Integer({ description: 'The resolved page size in rows.' }),
  ordered_at: Type.Optional(
    timestamp(
      'The time as of which the rows are ordered: that of the first page. All pages together, ' +
        'read within ten minutes, have each row that exists throughout exactly once, whatever is ' +
        'reported meanwhile; figures are those of when each page was read. Absent where ' +
        'the order is computed anew for each page.',
    ),
  ),
  total_count: Type.Optional(
    Type.Integer({ description: 'Rows matching the filter; only with include_total=true.' }),
  ),
});
