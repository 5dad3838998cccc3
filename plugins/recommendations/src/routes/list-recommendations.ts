import {
  clusterFilter,
  csv,
  decimalParameter,
  enumParameter,
  optional,
  rejectsCostMode,
  routesOver,
  textParameter,
  uuidParameter,
} from '@costplane/plugin-api';
import { listPage, visibleClusters } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import {
  countRecommendations,
  selectRecommendationPage,
} from '../queries/select-recommendations.ts';
import {
  exposedType,
  levels,
  recommendationSchema,
  resourceTypes,
  statuses,
  unappliedStatuses,
} from '../resources/recommendation-schema.ts';
import { toRecommendation } from '../resources/to-recommendation.ts';
import { type RecommendationRows } from '../tables.ts';
import { refuseForbiddenClusters } from './refuse-forbidden-clusters.ts';

/** Lists recommendations of the clusters that the key may read, highest saving first. */
export const listRecommendations = routesOver<RecommendationRows>()({
  operationId: 'listRecommendations',
  method: 'get',
  path: '/v1/recommendations',
  tag: 'Recommendations',
  summary: 'List recommendations',
  description:
    'Sorted by estimated hourly saving, highest first, then by id. Default: pending and ' +
    'dismissed recommendations.',
  scope: 'recommendations:read',
  paged: true,
  query: {
    cluster_id: clusterFilter('INVALID_CLUSTER_ID'),
    namespace: csv(textParameter('Namespace.')),
    recommendation_type: csv(enumParameter([exposedType], 'Types of recommendation.')),
    status: csv(enumParameter(statuses, 'Statuses. Default: pending and dismissed.')),
    risk_level: csv(enumParameter(levels, 'Risk levels of the change.')),
    priority: csv(enumParameter(levels, 'Priorities, by the estimated monthly saving.')),
    resource_type: csv(enumParameter(resourceTypes, 'Kinds of resource.')),
    workload_uid: csv(uuidParameter('Kubernetes uid of the resource.')),
    min_savings_hourly: optional(
      decimalParameter('Minimum estimated hourly saving.', { code: 'BAD_REQUEST' }),
    ),
  },
  costMode: rejectsCostMode,
  response: Type.Array(recommendationSchema),
  errors: ['CLUSTER_ACCESS_DENIED'],

  async handler({ db, organization, allowedClusters, query, page }) {
    const { id: organizationId, currency } = organization;
    const { cluster_id: requested, status = unappliedStatuses } = query;
    await refuseForbiddenClusters(db, { organizationId, allowed: allowedClusters, requested });
    const clusters = visibleClusters(allowedClusters, requested);
    const scope = { organizationId, clusters };
    const filters = { ...query, status };
    return await listPage(page, {
      clusters,
      rows: () => selectRecommendationPage(db, scope, filters, page).execute(),
      total: () => countRecommendations(db, scope, filters).executeTakeFirstOrThrow(),
      key: (row) => [row.estimated_savings_rank, row.id],
      shape: (row) => toRecommendation(row, currency),
    });
  },
});
