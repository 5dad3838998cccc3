import { ApiError } from './api-error.ts';
import { type ErrorCode } from './catalog.ts';

/** The codes for resources that do not exist. */
export type NotFoundCode = Extract<ErrorCode, `${string}_NOT_FOUND`>;

/** 404: the resource does not exist in the tenant, or is not visible to it. */
export const notFound = (code: NotFoundCode, field: string): ApiError =>
  new ApiError(code, [{ field, reason: 'not_found' }]);

/**
 * 404 for a resource without a code of its own in the contract, as for an unknown path (decision 1). The route
 * declares `answersNotFound`. `resource` completes "There is no such".
 */
export const resourceNotFound = (field: string, resource: string): ApiError =>
  new ApiError('BAD_REQUEST', [{ field, reason: 'not_found' }], {
    status: 404,
    message: `There is no such ${resource} in the organization.`,
  });

/** 403: the cluster exists, but is not in the key's allow-list. */
export const clusterAccessDenied = (clusterId: string): ApiError =>
  new ApiError('CLUSTER_ACCESS_DENIED', [{ cluster_id: clusterId }]);

/** Requires that the key may read the cluster, else 403. */
export function requireAllowed(clusterId: string, allowedClusters: readonly string[] | null): void {
  if (allowedClusters?.includes(clusterId) === false) throw clusterAccessDenied(clusterId);
}
