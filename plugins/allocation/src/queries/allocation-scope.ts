import { inClusters, type ListContext } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';

/** The organization of a request, and the clusters that its figures cover (decision 11). */
export type AllocationScope = Pick<ListContext, 'organization' | 'allowedClusters'>;

/** Restricts a table, given by its alias, to the clusters of the scope. */
export const inScope = (
  { organization, allowedClusters }: AllocationScope,
  alias: string,
): RawBuilder<boolean> => sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organization.id}::uuid
  ${inClusters(`${alias}.cluster_id`, allowedClusters)}`;
