/** Cursor-paged lists, and helpers for their SQL. */
export { addCosts, isCostKnown } from './listing/add-costs.ts';
export { anyOf, type ArrayType } from './listing/any-of.ts';
export { isOutsideMonths, selectArchivedMonths } from './listing/archived-months.ts';
export { onOneServer } from './listing/on-one-server.ts';
export { clusterName } from './listing/cluster-name.ts';
export { atLeast } from './listing/at-least.ts';
export { defineList } from './listing/define-list.ts';
export {
  type AnyTables,
  type Filter,
  type FilterValues,
  type ListContext,
  type ListDefinition,
  type ListFilters,
  type ListPart,
  type ListRequest,
  type ListSource,
} from './listing/list-definition.ts';
export { type Listing, listPage } from './listing/list-page.ts';
export { type LedgerPart, splitLedger } from './listing/split-ledger.ts';
export { inClusters } from './listing/in-clusters.ts';
export { visibleClusters } from './listing/visible-clusters.ts';
