/** Lists: pages over an order, merged where the order is that of several parts. */
export { anyOf, type ArrayType } from './listing/any-of.ts';
export { clusterName } from './listing/cluster-name.ts';
export { defineList } from './listing/define-list.ts';
export {
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
export {
  type AnyTables,
  areFew,
  type ListsBy,
  mergedPage,
  type OrderedList,
  orderedPage,
  pageInClusters,
  type PageQuery,
} from './listing/ordered-page.ts';
export { preferAllowed } from './listing/prefer-allowed.ts';
export { atLeast, rankOfAtLeast } from './listing/rank-of-at-least.ts';
export { untilPageIsFull } from './listing/until-page-is-full.ts';
export { visibleClusters } from './listing/visible-clusters.ts';
