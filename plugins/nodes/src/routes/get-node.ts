import {
  acceptsBasis,
  notFound,
  rejectsCostMode,
  requireAllowed,
  routesOver,
  uuidParameter,
} from '@costplane/plugin-api';
import { selectNode } from '../queries/select-node.ts';
import { nodeSchema } from '../resources/node-schema.ts';
import { toNode } from '../resources/to-node.ts';
import { type NodeRows } from '../tables.ts';

/** One node, by its Kubernetes uid. */
export const getNode = routesOver<NodeRows>()({
  operationId: 'getNode',
  method: 'get',
  path: '/v1/nodes/{node_uid}',
  tag: 'Nodes',
  summary: 'Get a node',
  description: 'Responds with 404 when the newest report of the cluster no longer has this node.',
  scope: 'nodes:read',
  params: { node_uid: uuidParameter('Kubernetes uid of the node.') },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: nodeSchema,
  errors: ['NODE_NOT_FOUND', 'CLUSTER_ACCESS_DENIED'],

  async handler({ db, organization: { id, currency }, allowedClusters, params, basis }) {
    const query = selectNode(db, id, params.node_uid, allowedClusters);
    const row = await query.executeTakeFirst();
    if (!row) throw notFound('NODE_NOT_FOUND', 'node_uid');
    requireAllowed(row.cluster_id, allowedClusters);
    return toNode(row, { basis, currency });
  },
});
