export const tag = 'Legacy routes';

/** Settings that all legacy routes share. Routes of the contract override them. */
export const legacyRoute = { method: 'get', tag, overridable: true, cacheable: true } as const;

/** Errors of a route that accepts `cluster_id`. */
export const clusterErrors = ['CLUSTER_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'] as const;
