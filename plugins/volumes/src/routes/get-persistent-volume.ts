import {
  rejectsCostMode,
  requireAllowed,
  resourceNotFound,
  routesOver,
  uuidParameter,
} from '@costplane/plugin-api';
import { selectVolume } from '../queries/select-volumes.ts';
import { toVolume } from '../resources/to-volume.ts';
import { volumeSchema } from '../resources/volume-schema.ts';
import { type VolumeRows } from '../tables.ts';
import { basisOfVolumes } from './volume-list.ts';

export const getPersistentVolume = routesOver<VolumeRows>()({
  operationId: 'getPersistentVolume',
  method: 'get',
  path: '/v1/persistent-volumes/{uid}',
  tag: 'Persistent volumes',
  summary: 'Get a persistent volume',
  description: 'Responds with 404 when the newest report of the cluster no longer has this volume.',
  scope: 'volumes:read',
  params: { uid: uuidParameter('The `id` of the volume.') },
  costMode: rejectsCostMode,
  basis: basisOfVolumes,
  cacheable: true,
  response: volumeSchema,
  errors: ['CLUSTER_ACCESS_DENIED'],
  answersNotFound: true,

  async handler({ db, organization: { id, currency }, allowedClusters, params }) {
    const row = await selectVolume(db, id, params.uid).executeTakeFirst();
    if (!row) throw resourceNotFound('uid', 'persistent volume');
    requireAllowed(row.cluster_id, allowedClusters);
    return toVolume(row, currency);
  },
});
