import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type ExportRows } from '../tables.ts';

/** The clusters with these ids that belong to the organization. */
export const selectClusters = (
  db: Kysely<Pick<ExportRows, 'clusters'>>,
  organizationId: string,
  ids: readonly string[],
) =>
  db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(ids, 'uuid'))
    .orderBy('id');
