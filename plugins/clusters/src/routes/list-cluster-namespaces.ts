import { acceptsBasis, acceptsCostMode, pathCluster, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { namespaceSchema } from '../resources/namespace-schema.ts';
import { type ClusterRows } from '../tables.ts';
import { namespaceFilters, namespaceLists } from './namespace-lists.ts';

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
  query: namespaceFilters,
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(namespaceSchema),

  handler: (context) => {
    const { basis, params, query } = context;
    return namespaceLists[basis].page(context, { clusters: [params.cluster_id], filters: query });
  },
});
