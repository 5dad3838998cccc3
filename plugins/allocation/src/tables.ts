import { defineTables } from '@costplane/kernel';

/** The columns that this plugin reads, and no others. */
export const allocationTables = defineTables({});
