import { selectedColumns } from '@costplane/plugin-api';
import { clusterName, inClusters } from '@costplane/plugin-api/listing';
import { type Kysely, sql } from 'kysely';
import { volumeFields, type VolumeRows } from '../tables.ts';

/** The volumes of an organization, as of each cluster's newest snapshot. */
export const currentVolumes = (db: Kysely<VolumeRows>, organizationId: string) =>
  db
    .selectFrom('persistent_volumes as volume')
    .where('volume.organization_id', '=', organizationId)
    .where('volume.gone_at', 'is', null);

/**
 * The columns of a PersistentVolume, with the names of its cluster and workload, and its cost since
 * it lost its claim, at the current price.
 */
export const volumeColumns = (clusters: readonly string[] | null) => [
  ...selectedColumns('volume', volumeFields),
  clusterName('volume', clusters),
  workloadColumn('kind', clusters),
  workloadColumn('name', clusters),
  sql<string | null>`volume.storage_pv_hourly
    * extract(epoch from volume.last_seen_at - volume.unclaimed_since) / 3600`.as('unclaimed_cost'),
];

function workloadColumn<Name extends 'kind' | 'name'>(
  name: Name,
  clusters: readonly string[] | null,
) {
  return sql<string | null>`(
    select ${sql.ref(`workload.${name}`)} from workloads as workload
    where workload.organization_id = volume.organization_id
      and workload.cluster_id = volume.cluster_id and workload.uid = volume.workload_uid
      ${inClusters('workload.cluster_id', clusters)}
  )`.as(`workload_${name}`);
}

export const selectVolume = (db: Kysely<VolumeRows>, organizationId: string, id: string) =>
  currentVolumes(db, organizationId).where('volume.id', '=', id).select(volumeColumns(null));

export type VolumeRow = Awaited<
  ReturnType<ReturnType<typeof selectVolume>['executeTakeFirstOrThrow']>
>;
