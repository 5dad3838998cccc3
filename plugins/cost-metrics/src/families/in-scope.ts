import { anyOf } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { type MetricsScope } from '../exposition/family.ts';

/**
 * The rows of a table, by its alias, from the first to the last cluster of the scope. Bounds, unlike a
 * list, leave the rows in the order of the index; `joinCluster` has the list.
 */
export function inScope(
  { organization, clusterIds }: MetricsScope,
  alias: string,
): RawBuilder<boolean> {
  const [first = null, last = first] = [clusterIds[0], clusterIds.at(-1)];
  return sql<boolean>`${sql.ref(`${alias}.organization_id`)} = ${organization.id}::uuid
    and ${sql.ref(`${alias}.cluster_id`)} between ${first}::uuid and ${last}::uuid`;
}

/** Joins the cluster of a row, as `cluster`, if it is in the scope. */
export const joinCluster = ({ organization, clusterIds }: MetricsScope, alias: string) => sql`
  join clusters as cluster on cluster.organization_id = ${organization.id}::uuid
    and cluster.id = ${sql.ref(`${alias}.cluster_id`)}
    and cluster.id = ${anyOf(clusterIds, 'uuid')}`;
