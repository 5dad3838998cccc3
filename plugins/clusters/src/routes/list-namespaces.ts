import { acceptsBasis, acceptsCostMode, clusterFilter, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { namespaceSchema } from '../resources/namespace-schema.ts';
import { type ClusterRows } from '../tables.ts';
import { namespaceFilters, namespaceLists } from './namespace-lists.ts';

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
  query: { cluster_id: clusterFilter(), ...namespaceFilters },
  costMode: acceptsCostMode(),
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(namespaceSchema),

  handler: (context) => {
    const { basis, query } = context;
    return namespaceLists[basis].page(context, { clusters: query.cluster_id, filters: query });
  },
});
