import { selectedColumns } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type InferResult, type Kysely } from 'kysely';
import { type ClusterRows, clusterFields } from '../tables.ts';

export const selectClusters = (db: Kysely<ClusterRows>, organizationId: string) =>
  db.selectFrom('clusters').where('clusters.organization_id', '=', organizationId);

export const selectCluster = (
  db: Kysely<ClusterRows>,
  organizationId: string,
  clusterId: string,
  basis: Basis,
) =>
  describeClusters(selectClusters(db, organizationId).where('clusters.id', '=', clusterId), basis);

/** Adds the columns of a Cluster. */
export const describeClusters = (clusters: ReturnType<typeof selectClusters>, basis: Basis) =>
  clusters.select((eb) => [
    ...selectedColumns('clusters', clusterFields),
    `run_rate_${basis}_rank as run_rate_rank`,
    `run_rate_${basis}_hourly as run_rate_hourly`,
    eb(`run_rate_${basis}_hourly`, '-', eb.ref(`workloads_${basis}_hourly`)).as(
      'unallocated_hourly',
    ),
  ]);

export type ClusterRow = InferResult<ReturnType<typeof selectCluster>>[number];
