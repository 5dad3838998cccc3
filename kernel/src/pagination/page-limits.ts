/** Rows of a page (contract, "Limits"). */
export const defaultPageSize = 100;
export const maxPageSize = 500;
