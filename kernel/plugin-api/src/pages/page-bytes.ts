/** No answer to a list is larger (decision 54): a page ends earlier, and the next one goes on. */
export const maxPageBytes = 8 * 2 ** 20;

/** A row that says how many bytes of JSON it takes, about. */
export interface SizedRow {
  readonly page_bytes?: number;
}

/** How many of the rows are on a page: as many as it may have, and as fit. One always does. */
export function countFitting(rows: readonly SizedRow[], limit: number): number {
  let bytes = 0;
  for (const [index, { page_bytes = 0 }] of rows.entries()) {
    bytes += page_bytes;
    if (index === limit || (index > 0 && bytes > maxPageBytes)) return index;
  }
  return rows.length;
}
