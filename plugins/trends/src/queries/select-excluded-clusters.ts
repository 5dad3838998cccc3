import { type Kysely, sql } from 'kysely';
import { type TrendRows } from '../tables.ts';

/** The clusters of the organization that an allow-list excludes, sorted by id. */
export const selectExcludedClusters = (
  db: Kysely<TrendRows>,
  organizationId: string,
  allowedClusters: readonly string[],
) =>
  db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '<>', sql<string>`all(${allowedClusters}::uuid[])`)
    .orderBy('id');
