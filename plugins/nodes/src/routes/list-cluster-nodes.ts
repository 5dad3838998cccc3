import { acceptsBasis, pathCluster, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { listPage } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { nodeSchema } from '../resources/node-schema.ts';
import { type NodeRows } from '../tables.ts';
import { nodeFilters } from './node-filters.ts';
import { nodeListing } from './node-listing.ts';

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
  response: Type.Array(nodeSchema),

  handler({ db, organization, params, query, basis, page }) {
    const scope = { organizationId: organization.id, clusters: [params.cluster_id] };
    const view = { basis, currency: organization.currency };
    return listPage(page, nodeListing(db, scope, query, page, view));
  },
});
