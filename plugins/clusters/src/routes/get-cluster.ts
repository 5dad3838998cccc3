import {
  acceptsBasis,
  notFound,
  pathCluster,
  rejectsCostMode,
  routesOver,
} from '@costplane/plugin-api';
import { selectCluster } from '../queries/select-clusters.ts';
import { clusterSchema } from '../resources/cluster-schema.ts';
import { toCluster } from '../resources/to-cluster.ts';
import { type ClusterRows } from '../tables.ts';

export const getCluster = routesOver<ClusterRows>()({
  operationId: 'getCluster',
  method: 'get',
  path: '/v1/clusters/{cluster_id}',
  tag: 'Clusters',
  summary: 'Get a cluster',
  description: 'For a cluster that has not reported yet, only the metadata is returned.',
  scope: 'clusters:read',
  params: { cluster_id: pathCluster() },
  costMode: rejectsCostMode,
  basis: acceptsBasis,
  cacheable: true,
  response: clusterSchema,

  async handler({ db, organization, params, basis, clock }) {
    const { id, currency } = organization;
    const row = await selectCluster(db, id, params.cluster_id, basis).executeTakeFirst();
    if (!row) throw notFound('CLUSTER_NOT_FOUND', 'cluster_id');
    return toCluster(row, { basis, currency, clock });
  },
});
