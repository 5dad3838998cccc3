/** Maximum size of a page (decision 54): a page that would be larger ends earlier. */
export const maxPageBytes = 8 * 2 ** 20;

/** A row with the approximate number of bytes of its JSON. */
export interface SizedRow {
  readonly page_bytes?: number;
}

/** Number of rows that fit on a page, at least one. */
export function countFitting(rows: readonly SizedRow[], limit: number): number {
  let bytes = 0;
  for (const [index, { page_bytes = 0 }] of rows.entries()) {
    bytes += page_bytes;
    if (index === limit || (index > 0 && bytes > maxPageBytes)) return index;
  }
  return rows.length;
}
