import { type Kysely, sql } from 'kysely';
import { type ExportRows } from '../tables.ts';

/** The clusters of an organization that an allow-list excludes. */
export const selectLeftOutClusters = (
  db: Kysely<Pick<ExportRows, 'clusters'>>,
  organizationId: string,
  allowed: readonly string[],
) =>
  db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`id <> all (${allowed}::uuid[])`)
    .orderBy('id');
