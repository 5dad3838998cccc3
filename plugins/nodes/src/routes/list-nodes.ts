import { acceptsBasis, clusterFilter, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { nodeSchema } from '../resources/node-schema.ts';
import { type NodeRows } from '../tables.ts';
import { nodeFilters } from './node-filters.ts';
import { nodeList } from './node-list.ts';

/** Lists the nodes of every cluster that the key may read, highest hourly run rate first. */
export const listNodes = routesOver<NodeRows>()({
  operationId: 'listNodes',
  method: 'get',
  path: '/v1/nodes',
  tag: 'Nodes',
  summary: 'List nodes',
  description:
    'Sorted by hourly run rate, highest first, then by id. Nodes without a known price come ' +
    'last.',
  scope: 'nodes:read',
  paged: true,
  query: { cluster_id: clusterFilter('INVALID_CLUSTER_ID'), ...nodeFilters },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(nodeSchema),

  handler: (context) =>
    nodeList.page(context, { clusters: context.query.cluster_id, filters: context.query }),
});
