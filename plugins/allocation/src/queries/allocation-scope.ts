import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** Over which clusters figures are taken (decision 11). */
export interface AllocationScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly allowedClusters: readonly string[] | null;
}

/** The rows of a table, by its alias, that are the organization's. */
export const ofOrganization = (
  { organizationId }: AllocationScope,
  alias: string,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organizationId}::uuid`;

/** The rows of a table, by its alias, that lie in the clusters of the scope. */
export function inScope(scope: AllocationScope, alias: string): RawBuilder<boolean> {
  if (scope.allowedClusters === null) return ofOrganization(scope, alias);
  const cluster = sql.ref(`${alias}.cluster_id`);
  return sql<boolean>`
    ${ofOrganization(scope, alias)} and ${cluster} = ${anyOf(scope.allowedClusters, 'uuid')}`;
}
