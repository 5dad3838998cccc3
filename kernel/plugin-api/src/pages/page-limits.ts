/** Rows of a page (contract, "Limits"). */
export const defaultPageSize = 100;
export const maxPageSize = 500;

/** Characters of a cursor (decision 16). */
export const maxCursorLength = 512;
