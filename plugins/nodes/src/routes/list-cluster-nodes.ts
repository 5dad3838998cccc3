import { acceptsBasis, pathCluster, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { nodeSchema } from '../resources/node-schema.ts';
import { type NodeRows } from '../tables.ts';
import { nodeFilters } from './node-filters.ts';
import { nodeList } from './node-list.ts';

/** Lists the nodes of one cluster, highest hourly run rate first. */
export const listClusterNodes = routesOver<NodeRows>()({
  operationId: 'listClusterNodes',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/nodes',
  tag: 'Nodes',
  summary: 'List the nodes of a cluster',
  description:
    'Sorted by hourly run rate, highest first, then by id. Nodes without a known price come ' +
    'last.',
  scope: 'nodes:read',
  paged: true,
  params: { cluster_id: pathCluster() },
  query: nodeFilters,
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(nodeSchema),

  handler: (context) =>
    nodeList.page(context, { clusters: [context.params.cluster_id], filters: context.query }),
});
