export const tag = 'Legacy routes';

/** What every route of the family has: a route of the contract overrides it. */
export const legacyRoute = {
  method: 'get',
  tag,
  overridable: true,
  cacheable: true,
} as const;

/** Errors of a route that may be asked about one cluster. */
export const clusterErrors = ['CLUSTER_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'] as const;
