import { acceptsBasis, acceptsCostMode, pathCluster, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { namespaceSchema } from '../resources/namespace-schema.ts';
import { type ClusterRows } from '../tables.ts';
import { minCostHourly, pageOfList } from './namespace-list.ts';

/** Lists the namespaces of one cluster, highest hourly run rate first. */
export const listClusterNamespaces = routesOver<ClusterRows>()({
  operationId: 'listClusterNamespaces',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/namespaces',
  tag: 'Namespaces',
  summary: 'List the namespaces of a cluster',
  description: 'Sorted by hourly run rate, highest first, then by id.',
  scope: 'namespaces:read',
  paged: true,
  params: { cluster_id: pathCluster() },
  query: { min_cost_hourly: minCostHourly },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  response: Type.Array(namespaceSchema),

  async handler({ db, organization, params, query, costMode, basis, page }) {
    const scope = {
      organizationId: organization.id,
      clusters: [params.cluster_id],
      minCostHourly: query.min_cost_hourly,
    };
    return pageOfList(db, scope, { basis, costMode, currency: organization.currency }, page);
  },
});
