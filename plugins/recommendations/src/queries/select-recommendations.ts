import {
  anyOf,
  clusterName,
  mergedPage,
  type PageQuery,
  rankOfAtLeast,
} from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Expression, type Kysely } from 'kysely';
import { exposedType, type Status } from '../resources/recommendation-schema.ts';
import { type RecommendationRows } from '../tables.ts';

/** Whose recommendations, and in which clusters. */
export interface RecommendationScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/** Values of one filter are joined by OR, filters by AND; `undefined` filters nothing. */
export interface RecommendationFilters {
  readonly status: readonly Status[];
  readonly namespace?: readonly string[] | undefined;
  readonly risk_level?: readonly string[] | undefined;
  readonly priority?: readonly string[] | undefined;
  readonly resource_type?: readonly string[] | undefined;
  readonly workload_uid?: readonly string[] | undefined;
  /** Decimal text. */
  readonly min_savings_hourly?: string | undefined;
}

/**
 * One page of recommendations, highest saving first, ties by id. Asks for one row more than the
 * page. Each status is a list over an index of its own, so that archived recommendations, which
 * only ever grow, cost nothing where nobody asks for them.
 */
export function selectRecommendationPage(
  db: Kysely<RecommendationRows>,
  scope: RecommendationScope,
  filters: RecommendationFilters,
  page: PageRequest,
): PageQuery<RecommendationRow & { readonly estimated_savings_rank: number }> {
  const query = matchingRecommendations(db, scope, filters)
    .select(recommendationColumns)
    .select(['estimated_savings_rank', clusterName('recommendations')]);
  const listWithStatus = (status: Expression<string>) => ({
    query: query.where('status', '=', status),
    order: { estimated_savings_rank: 'estimated_savings_rank', id: 'id' },
  });
  return mergedPage(db, { values: filters.status, type: 'text', listOf: listWithStatus }, page);
}

/** How many recommendations match, whatever the page. */
export function countRecommendations(
  db: Kysely<RecommendationRows>,
  scope: RecommendationScope,
  filters: RecommendationFilters,
) {
  return matchingRecommendations(db, scope, filters)
    .where('status', '=', anyOf(filters.status, 'text'))
    .select(({ fn }) => fn.countAll<number>().as('total'));
}

/** One recommendation of the organization, in whatever cluster and status it is. */
export function selectRecommendation(
  db: Kysely<RecommendationRows>,
  organizationId: string,
  id: string,
) {
  return exposedRecommendations(db, organizationId)
    .select(recommendationColumns)
    .select(['metrics_snapshot', clusterName('recommendations')])
    .where('id', '=', id);
}

const exposedRecommendations = (db: Kysely<RecommendationRows>, organizationId: string) =>
  db
    .selectFrom('recommendations')
    .where('organization_id', '=', organizationId)
    .where('recommendation_type', '=', exposedType);

/** What matches every filter but the status. */
function matchingRecommendations(
  db: Kysely<RecommendationRows>,
  { organizationId, clusters }: RecommendationScope,
  filters: RecommendationFilters,
) {
  let query = exposedRecommendations(db, organizationId);
  if (clusters) query = query.where('cluster_id', '=', anyOf(clusters, 'uuid'));
  for (const column of ['namespace', 'risk_level', 'priority', 'resource_type'] as const) {
    const values = filters[column];
    if (values) query = query.where(column, '=', anyOf(values, 'text'));
  }
  const { workload_uid, min_savings_hourly } = filters;
  if (workload_uid) query = query.where('resource_uid', '=', anyOf(workload_uid, 'text'));
  if (min_savings_hourly === undefined) return query;
  return query.where('estimated_savings_rank', '<=', rankOfAtLeast(min_savings_hourly));
}

const recommendationColumns = [
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
] as const;

/** A row of the one recommendation. */
export type RecommendationDetailRow = Awaited<
  ReturnType<ReturnType<typeof selectRecommendation>['executeTakeFirstOrThrow']>
>;

/** A row of the list: what the analysis saw is not in it. */
export type RecommendationRow = Omit<RecommendationDetailRow, 'metrics_snapshot'>;
