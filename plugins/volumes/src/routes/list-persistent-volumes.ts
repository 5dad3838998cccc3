import { clusterFilter, rejectsCostMode, routesOver } from '@costplane/plugin-api';
import { Type } from 'typebox';
import { volumeSchema } from '../resources/volume-schema.ts';
import { type VolumeRows } from '../tables.ts';
import { basisOfVolumes, volumeFilters, volumeList } from './volume-list.ts';

/** Lists the volumes of every cluster that the key may read, highest price first. */
export const listPersistentVolumes = routesOver<VolumeRows>()({
  operationId: 'listPersistentVolumes',
  method: 'get',
  path: '/v1/persistent-volumes',
  tag: 'Persistent volumes',
  summary: 'List persistent volumes',
  description:
    'Sorted by price per hour, highest first, then by id. Volumes without a known price come ' +
    'last. `claimed=false` lists the volumes without a claim.',
  scope: 'volumes:read',
  paged: true,
  query: { cluster_id: clusterFilter('INVALID_CLUSTER_ID'), ...volumeFilters },
  costMode: rejectsCostMode,
  basis: basisOfVolumes,
  cacheable: true,
  response: Type.Array(volumeSchema),

  handler: (context) =>
    volumeList.page(context, { clusters: context.query.cluster_id, filters: context.query }),
});
