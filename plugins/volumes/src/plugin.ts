import { definePlugin } from '@costplane/plugin-api';
import { getPersistentVolume } from './routes/get-persistent-volume.ts';
import { listClusterPersistentVolumes } from './routes/list-cluster-persistent-volumes.ts';
import { listPersistentVolumes } from './routes/list-persistent-volumes.ts';
import { volumeTables } from './tables.ts';

/** Persistent volumes: their cost, their claim, and the time since which they have none. */
export const volumesPlugin = definePlugin({
  id: 'volumes',
  scopes: { 'volumes:read': 'Persistent volumes' },
  tables: volumeTables,
  tags: {
    'Persistent volumes':
      'Class, size, claim and cost of each volume, and the volumes without a claim.',
  },
  routes: [listPersistentVolumes, listClusterPersistentVolumes, getPersistentVolume],
});
