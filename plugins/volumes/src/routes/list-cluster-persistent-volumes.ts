import { pathCluster, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { volumeSchema } from '../resources/volume-schema.ts';
import { type VolumeRows } from '../tables.ts';
import { basisOfVolumes, volumeFilters, volumeList } from './volume-list.ts';

/** Lists the volumes of one cluster, highest price first. */
export const listClusterPersistentVolumes = routesOver<VolumeRows>()({
  operationId: 'listClusterPersistentVolumes',
  method: 'get',
  path: '/v1/clusters/{cluster_id}/persistent-volumes',
  tag: 'Persistent volumes',
  summary: 'List the persistent volumes of a cluster',
  description:
    'Sorted by price per hour, highest first, then by id. Volumes without a known price come last.',
  scope: 'volumes:read',
  paged: true,
  params: { cluster_id: pathCluster() },
  query: volumeFilters,
  costMode: rejectsCostMode,
  basis: basisOfVolumes,
  cacheable: true,
  response: Type.Array(volumeSchema),

  handler: (context) =>
    volumeList.page(context, { clusters: [context.params.cluster_id], filters: context.query }),
});
