import { acceptsBasis, pathCluster, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { selectNodeGroups } from '../queries/select-node-groups.ts';
import { nodeGroupSchema } from '../resources/node-group-schema.ts';
import { toNodeGroup } from '../resources/to-node-group.ts';
import { type NodeRows } from '../tables.ts';
import { unusedPaging } from './unused-paging.ts';

/** Lists the node groups of one cluster, highest hourly run rate first. */
export const listClusterNodeGroups = routesOver<NodeRows>()({
  operationId: 'listClusterNodeGroups',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/node-groups',
  tag: 'Node groups',
  summary: 'List the node groups of a cluster',
  description:
    'All node groups, sorted by hourly run rate, highest first, then by id; groups without a ' +
    'known price come last. Nodes without a group are not included.',
  scope: 'nodes:read',
  params: { cluster_id: pathCluster() },
  ignoredQuery: unusedPaging,
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: Type.Array(nodeGroupSchema),

  async handler({ db, organization, params, basis }) {
    const scope = { organizationId: organization.id, clusters: [params.cluster_id] };
    const rows = await selectNodeGroups(db, scope).execute();
    const view = { basis, currency: organization.currency };
    return rows.map((row) => toNodeGroup(row, view));
  },
});
