import {
  acceptsBasis,
  notFound,
  pathCluster,
  pathName,
  rejectsCostMode,
  routesOver,
} from '@costplane/plugin-api';
import { selectNodeGroup } from '../queries/select-node-groups.ts';
import { longestGroupName, nodeGroupSchema } from '../resources/node-group-schema.ts';
import { toNodeGroup } from '../resources/to-node-group.ts';
import { type NodeRows } from '../tables.ts';

/** One node group, by its name in a cluster. */
export const getNodeGroup = routesOver<NodeRows>()({
  operationId: 'getNodeGroup',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/node-groups/{name}',
  tag: 'Node groups',
  summary: 'Get a node group',
  description: 'Responds with 404 when the newest report of the cluster has no node of this group.',
  scope: 'nodes:read',
  params: {
    cluster_id: pathCluster(),
    name: pathName('Name of the node group, percent-encoded; `/` may be left unencoded.', {
      maxLength: longestGroupName,
      mayHoldSlash: true,
    }),
  },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: nodeGroupSchema,
  errors: ['NODE_GROUP_NOT_FOUND'],

  async handler({ db, organization: { id, currency }, params, basis }) {
    const scope = { organizationId: id, clusters: [params.cluster_id] };
    const row = await selectNodeGroup(db, scope, params.name).executeTakeFirst();
    if (!row) throw notFound('NODE_GROUP_NOT_FOUND', 'name');
    return toNodeGroup(row, { basis, currency });
  },
});
