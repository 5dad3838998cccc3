import {
  booleanParameter,
  csv,
  decimalParameter,
  enumParameter,
  optional,
  textParameter,
} from '@costplane/plugin-api';
import { atLeast, defineList } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';
import { currentVolumes, volumeColumns } from '../queries/select-volumes.ts';
import { toVolume } from '../resources/to-volume.ts';
import { phases } from '../resources/volume-schema.ts';

/** Volumes only have storage costs. */
export const basisOfVolumes = { default: 'all', allowed: ['all'] } as const;

/** The filters of both lists. */
export const volumeFilters = {
  namespace: csv(textParameter('Namespaces of the claims.')),
  storage_class: csv(textParameter('Names of StorageClasses.')),
  phase: csv(enumParameter(phases, 'Phases.')),
  claimed: optional(booleanParameter('Whether a PersistentVolumeClaim is bound to it.')),
  min_cost_hourly: optional(decimalParameter('Minimum price per hour.')),
};

const isClaimed = (claimed: boolean) =>
  claimed ? sql<boolean>`volume.claim_name is not null` : sql<boolean>`volume.claim_name is null`;

/** Volumes, highest price first, ties by id. */
export const volumeList = defineList({
  from: currentVolumes,
  clusters: 'volume.cluster_id',
  filters: {
    namespace: 'volume.claim_namespace',
    storage_class: 'volume.storage_class',
    phase: 'volume.phase',
    claimed: isClaimed,
    min_cost_hourly: atLeast('volume.storage_pv_rank'),
  },
  order: { storage_pv_rank: 'volume.storage_pv_rank', id: 'volume.id' },
  formerRanks: 'persistent_volumes.storage_pv_rank',
  mergeBy: {
    clusters: { column: 'volume.cluster_id', type: 'uuid' },
    namespace: { column: 'volume.claim_namespace', type: 'text' },
  },
  select: (volumes, _, clusters) => volumes.select(volumeColumns(clusters)),
  toResource: (row, { organization }) => toVolume(row, organization.currency),
});
