import { anyOf } from '@costplane/kernel';
import { type RawBuilder, sql } from 'kysely';

/** Over which clusters figures are taken (decision 11). */
export interface AllocationScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly allowedClusters: readonly string[] | null;
}

/** The rows of a table, by its alias, that lie in the clusters of the scope. */
export function inScope(
  { organizationId, allowedClusters }: AllocationScope,
  alias: string,
): RawBuilder<boolean> {
  const ofOrganization = sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organizationId}::uuid`;
  if (allowedClusters === null) return ofOrganization;
  const cluster = sql.ref(`${alias}.cluster_id`);
  return sql<boolean>`${ofOrganization} and ${cluster} = ${anyOf(allowedClusters, 'uuid')}`;
}
