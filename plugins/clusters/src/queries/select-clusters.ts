import { selectedColumns } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type ClusterRows, clusterFields } from '../tables.ts';

/** The clusters of an organization. */
export const selectClusters = (db: Kysely<ClusterRows>, organizationId: string) =>
  db.selectFrom('clusters').where('clusters.organization_id', '=', organizationId);

/** One cluster of the organization. */
export const selectCluster = (
  db: Kysely<ClusterRows>,
  organizationId: string,
  clusterId: string,
  basis: Basis,
) =>
  selectClusters(db, organizationId)
    .where('clusters.id', '=', clusterId)
    .select(clusterColumns(basis));

const ownColumns = selectedColumns('clusters', clusterFields);

/** What a Cluster is made of. */
export const clusterColumns = (basis: Basis) =>
  [
    ...ownColumns,
    `run_rate_${basis}_rank as run_rate_rank`,
    `run_rate_${basis}_hourly as run_rate_hourly`,
    unallocatedHourly(basis),
  ] as const;

/** The bill less the run rates of the workloads in it: idle and overhead included. */
const unallocatedHourly = (basis: Basis) =>
  sql<
    string | null
  >`${sql.ref(`run_rate_${basis}_hourly`)} - ${sql.ref(`workloads_${basis}_hourly`)}`.as(
    'unallocated_hourly',
  );

/** A row of these columns. */
export type ClusterRow = Awaited<
  ReturnType<ReturnType<typeof selectCluster>['executeTakeFirstOrThrow']>
>;
