/** Rows of a page (contract, "Limits"). */
export const defaultPageSize = 100;
export const maxPageSize = 500;

/** Maximum size of a page (decision 54): a page that would be larger ends earlier. */
export const maxPageBytes = 8 * 2 ** 20;

/** Characters of a cursor (decision 16). */
export const maxCursorLength = 512;
