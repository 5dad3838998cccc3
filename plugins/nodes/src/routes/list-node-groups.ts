import { acceptsBasis, clusterFilter, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { visibleClusters } from '@costplane/plugin-api/listing';
import { Type } from 'typebox';
import { selectNodeGroups } from '../queries/select-node-groups.ts';
import { nodeGroupSchema } from '../resources/node-group-schema.ts';
import { toNodeGroup } from '../resources/to-node-group.ts';
import { type NodeRows } from '../tables.ts';
import { unusedPaging } from './unused-paging.ts';

/** Lists the node groups of every cluster that the key may read, highest run rate first. */
export const listNodeGroups = routesOver<NodeRows>()({
  operationId: 'listNodeGroups',
  method: 'get',
  path: '/v1/node-groups',
  tag: 'Node groups',
  summary: 'List node groups',
  description:
    'All node groups, sorted by hourly run rate, highest first, then by id; groups without a ' +
    'known price come last. Nodes without a group are not included.',
  scope: 'nodes:read',
  query: { cluster_id: clusterFilter('BAD_REQUEST') },
  ignoredQuery: unusedPaging,
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(nodeGroupSchema),

  async handler({ db, organization, allowedClusters, query, basis }) {
    const clusters = visibleClusters(allowedClusters, query.cluster_id);
    if (clusters?.length === 0) return [];
    const scope = { organizationId: organization.id, clusters };
    const rows = await selectNodeGroups(db, scope).execute();
    const view = { basis, currency: organization.currency };
    return rows.map((row) => toNodeGroup(row, view));
  },
});
