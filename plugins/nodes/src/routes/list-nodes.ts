import { acceptsBasis, clusterFilter, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { listPage, visibleClusters } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { nodeSchema } from '../resources/node-schema.ts';
import { type NodeRows } from '../tables.ts';
import { nodeFilters } from './node-filters.ts';
import { nodeListing } from './node-listing.ts';

/** Lists the nodes of every cluster that the key may see, highest hourly run rate first. */
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
  response: Type.Array(nodeSchema),

  handler({ db, organization, allowedClusters, query, basis, page }) {
    const { cluster_id: requested, ...filters } = query;
    const clusters = visibleClusters(allowedClusters, requested);
    const scope = { organizationId: organization.id, clusters };
    const view = { basis, currency: organization.currency };
    return listPage(page, nodeListing(db, scope, filters, page, view));
  },
});
