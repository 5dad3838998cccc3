import {
  notFound,
  rejectsCostMode,
  requireAllowed,
  routesOver,
  uuidParameter,
} from '@costplane/plugin-api';
import { selectRecommendation } from '../queries/select-recommendations.ts';
import { recommendationDetailSchema } from '../resources/recommendation-schema.ts';
import { toRecommendationDetail } from '../resources/to-recommendation.ts';
import { type RecommendationRows } from '../tables.ts';

export const getRecommendation = routesOver<RecommendationRows>()({
  operationId: 'getRecommendation',
  method: 'get',
  path: '/v1/recommendations/{rec_id}',
  tag: 'Recommendations',
  summary: 'Get a recommendation',
  description: 'Returned in any status, with the `metrics_snapshot` that lists omit.',
  scope: 'recommendations:read',
  params: { rec_id: uuidParameter('Id of the recommendation.') },
  costMode: rejectsCostMode,
  cacheable: true,
  response: recommendationDetailSchema,
  errors: ['CLUSTER_ACCESS_DENIED', 'RECOMMENDATION_NOT_FOUND'],

  async handler({ db, organization, allowedClusters, params }) {
    const row = await selectRecommendation(db, organization.id, params.rec_id).executeTakeFirst();
    if (!row) throw notFound('RECOMMENDATION_NOT_FOUND', 'rec_id');
    requireAllowed(row.cluster_id, allowedClusters);
    return toRecommendationDetail(row, organization.currency);
  },
});
