import { inClusters, type ListContext } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** A request, by the clusters over which its figures are taken (decision 11). */
export type AllocationScope = Pick<ListContext, 'organization' | 'allowedClusters'>;

/** The rows of a table, by its alias, that lie in the clusters of the scope. */
export const inScope = (
  { organization, allowedClusters }: AllocationScope,
  alias: string,
): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organization.id}::uuid
  ${inClusters(`${alias}.cluster_id`, allowedClusters)}`;
