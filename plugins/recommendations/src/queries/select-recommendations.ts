import { clusterName } from '@costplane/plugin-api/listing';
import { type Kysely } from 'kysely';
import { exposedType } from '../resources/recommendation-schema.ts';
import { type RecommendationRows } from '../tables.ts';

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
  ...ownColumns,
  clusterName('recommendations', clusters),
];

const ownColumns = [
  'id',
  'cluster_id',
  'recommendation_type',
  'resource_type',
  'resource_uid',
  'resource_name',
  'namespace',
  'title',
  'description',
  'cause',
  'risk_level',
  'priority',
  'status',
  'data_points_analyzed',
  'current_config',
  'current_hourly_cost',
  'recommended_config',
  'applied_config',
  'estimated_savings_hourly',
  'created_at',
  'updated_at',
  'estimated_savings_rank',
] as const;

export type RecommendationDetailRow = Awaited<
  ReturnType<ReturnType<typeof selectRecommendation>['executeTakeFirstOrThrow']>
>;

/** A row of the list, without the data that the recommendation is based on. */
export type RecommendationRow = Omit<RecommendationDetailRow, 'metrics_snapshot'>;
