import { acceptsBasis, acceptsCostMode, clusterFilter, routesOver } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { namespaceSchema } from '../resources/namespace-schema.ts';
import { type ClusterRows } from '../tables.ts';
import { minCostHourly, pageOfList } from './namespace-list.ts';

/** Lists the namespaces of the clusters that the key may read, highest hourly run rate first. */
export const listNamespaces = routesOver<ClusterRows>()({
  operationId: 'listNamespaces',
  method: 'get',
  path: '/v1/namespaces',
  tag: 'Namespaces',
  summary: 'List namespaces',
  description:
    'One row per cluster and namespace, sorted by hourly run rate, highest first, then by id. ' +
    'Clusters that the key may not read are excluded.',
  scope: 'namespaces:read',
  paged: true,
  query: { cluster_id: clusterFilter(), min_cost_hourly: minCostHourly },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  response: Type.Array(namespaceSchema),

  async handler({ db, organization, allowedClusters, query, costMode, basis, page }) {
    const scope = {
      organizationId: organization.id,
      clusters: visibleClusters(allowedClusters, query.cluster_id),
      minCostHourly: query.min_cost_hourly,
    };
    return pageOfList(db, scope, { basis, costMode, currency: organization.currency }, page);
  },
});
