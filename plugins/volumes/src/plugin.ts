import { definePlugin } from '@costplane/plugin-api';
import { getPersistentVolume } from './routes/get-persistent-volume.ts';
import { listClusterPersistentVolumes } from './routes/list-cluster-persistent-volumes.ts';
import { listPersistentVolumes } from './routes/list-persistent-volumes.ts';
import { volumeTables } from './tables.ts';

/** Persistent volumes: what each costs, who claims it, and since when nobody does. */
export const volumesPlugin = definePlugin({
  id: 'volumes',
  scopes: { 'volumes:read': 'Persistent volumes' },
  tables: volumeTables,
  tags: {
    'Persistent volumes': 'Class, size, claim and cost of each volume, and which have no claim.',
  },
  routes: [listPersistentVolumes, listClusterPersistentVolumes, getPersistentVolume],
});
