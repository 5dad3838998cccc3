import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type ClusterRows } from '../tables.ts';

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

const ownColumns = [
  'id',
  'name',
  'environment',
  'status',
  'discovery_source',
  'provider',
  'service',
  'region',
  'availability_zones',
  'k8s_version',
  'agent_version',
  'created_at',
  'last_seen_at',
  'cpu_total_cores',
  'cpu_allocatable_cores',
  'memory_total_bytes',
  'memory_allocatable_bytes',
  'gpu_total',
  'gpu_allocatable',
  'gpu_models',
  'storage_total_bytes',
  'pods_allocatable',
  'cpu_requested_cores',
  'cpu_used_cores',
  'memory_requested_bytes',
  'memory_used_bytes',
  'measured_allocatable_cores',
  'measured_allocatable_bytes',
  'gpu_utilization_percent',
  'gpu_memory_used_bytes',
  'gpu_memory_total_bytes',
  'restarts_total',
  'oom_kills_total',
  'nodes',
  'namespaces',
  'workloads',
  'deployments',
  'statefulsets',
  'daemonsets',
  'jobs',
  'cronjobs',
  'pods',
  'running_pods',
  'containers',
  'running_containers',
  'persistent_volumes',
  'compute_cpu_hourly',
  'compute_ram_hourly',
  'compute_gpu_hourly',
  'storage_pv_hourly',
  'management_hourly',
  'is_compute_partial',
  'cost_updated_at',
] as const;

/** A row of these columns. */
export type ClusterRow = Awaited<
  ReturnType<ReturnType<typeof selectCluster>['executeTakeFirstOrThrow']>
>;
