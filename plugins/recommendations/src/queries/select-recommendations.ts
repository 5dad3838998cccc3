import { selectedColumns } from '@costplane/plugin-api';
import { clusterName } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { exposedType } from '../resources/recommendation-schema.ts';
import { recommendationFields, type RecommendationRows } from '../tables.ts';

/** The recommendations of an organization that the API shows, in any status. */
export const selectRecommendations = (db: Kysely<RecommendationRows>, organizationId: string) =>
  db
    .selectFrom('recommendations')
    .where('recommendations.organization_id', '=', organizationId)
    .where('recommendations.recommendation_type', '=', exposedType);

/** One recommendation of the organization, with the data that it is based on. */
export const selectRecommendation = (
  db: Kysely<RecommendationRows>,
  organizationId: string,
  id: string,
) =>
  selectRecommendations(db, organizationId)
    .select(recommendationColumns(null))
    .select('metrics_snapshot')
    .where('id', '=', id);

/** The columns of a Recommendation. */
export const recommendationColumns = (clusters: readonly string[] | null) => [
  ...selectedColumns('recommendations', recommendationFields),
  clusterName('recommendations', clusters),
];

export type RecommendationDetailRow = Awaited<
  ReturnType<ReturnType<typeof selectRecommendation>['executeTakeFirstOrThrow']>
>;

/** A row of the list, without the data that the recommendation is based on. */
export type RecommendationRow = Omit<RecommendationDetailRow, 'metrics_snapshot'>;
