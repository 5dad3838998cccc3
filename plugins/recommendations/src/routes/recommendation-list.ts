import { atLeast, defineList } from '@costplane/plugin-api/listing';
import { recommendationColumns, selectRecommendations } from '../queries/select-recommendations.ts';
import { toRecommendation } from '../resources/to-recommendation.ts';

/**
 * Recommendations, highest saving first, ties by id. Each status is a list with its own index, so
 * that archived recommendations, whose number only grows, cost nothing unless they are requested.
 */
export const recommendationList = defineList({
  from: selectRecommendations,
  clusters: 'recommendations.cluster_id',
  filters: {
    status: 'recommendations.status',
    namespace: 'recommendations.namespace',
    risk_level: 'recommendations.risk_level',
    priority: 'recommendations.priority',
    resource_type: 'recommendations.resource_type',
    workload_uid: 'recommendations.resource_uid',
    min_savings_hourly: atLeast('recommendations.estimated_savings_rank'),
  },
  order: {
    estimated_savings_rank: 'recommendations.estimated_savings_rank',
    id: 'recommendations.id',
  },
  formerRanks: 'recommendations.estimated_savings_rank',
  mergeBy: { status: { column: 'recommendations.status', type: 'text' } },
  select: (recommendations, _, clusters) => recommendations.select(recommendationColumns(clusters)),
  toResource: (row, { organization }) => toRecommendation(row, organization.currency),
});
