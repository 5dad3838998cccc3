import { anyOf } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { type RecommendationRows } from '../tables.ts';

/** The lowest of these ids that is a cluster of the organization. */
export const selectFirstCluster = (
  db: Kysely<RecommendationRows>,
  organizationId: string,
  ids: readonly string[],
) =>
  db
    .selectFrom('clusters')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', anyOf(ids, 'uuid'))
    .orderBy('id')
    .limit(1);
