import { anyOf, type ListContext } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** A request, by the clusters over which its figures are taken (decision 11). */
export type AllocationScope = Pick<ListContext, 'organization' | 'allowedClusters'>;

/** The rows of a table, by its alias, that lie in the clusters of the scope. */
export function inScope(
  { organization, allowedClusters }: AllocationScope,
  alias: string,
): RawBuilder<boolean> {
  const own = sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organization.id}::uuid`;
  if (allowedClusters === null) return own;
  return sql`${own} and ${sql.ref(`${alias}.cluster_id`)} = ${anyOf(allowedClusters, 'uuid')}`;
}
