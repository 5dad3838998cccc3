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
import { Type } from 'typebox';
import {
  exposedType,
  levels,
  recommendationSchema,
  resourceTypes,
  statuses,
  unappliedStatuses,
} from '../resources/recommendation-schema.ts';
import { type RecommendationRows } from '../tables.ts';
import { recommendationList } from './recommendation-list.ts';
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
  cacheable: true,
  response: Type.Array(recommendationSchema),
  errors: ['CLUSTER_ACCESS_DENIED'],

  async handler(context) {
    const { db, organization, allowedClusters, query } = context;
    const { cluster_id: clusters, status = unappliedStatuses } = query;
    const access = { organizationId: organization.id, allowed: allowedClusters };
    await refuseForbiddenClusters(db, { ...access, requested: clusters });
    return recommendationList.page(context, { clusters, filters: { ...query, status } });
  },
});
