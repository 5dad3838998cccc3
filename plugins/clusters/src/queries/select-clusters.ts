import { anyOf, orderedPage } from '@costplane/plugin-api/listing';
import { type PageRequest } from '@costplane/plugin-api';
import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type ClusterRows } from '../tables.ts';

/** Which clusters a caller may see. */
export interface ClusterScope {
  readonly organizationId: string;
  /** `null`: every cluster of the organization. */
  readonly allowedClusters: readonly string[] | null;
}

/** How clusters are looked at. */
export interface Viewpoint {
  readonly basis: Basis;
  /** A cluster whose newest report is older is stale. */
  readonly staleBefore: string;
}

/** Values of one filter are joined by OR, filters by AND; `undefined` filters nothing. */
export interface ClusterFilters {
  readonly provider?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
  readonly environment?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
}

/**
 * One page of clusters, highest run rate over the basis first, ties by id; clusters that have
 * not reported yet come last. Asks for one row more than the page.
 */
export function selectClusterPage(
  db: Kysely<ClusterRows>,
  scope: ClusterScope,
  filters: ClusterFilters,
  { basis, staleBefore }: Viewpoint,
  page: PageRequest,
) {
  const query = clustersIn(db, scope, filters)
    .select(clusterColumns)
    .select(figuresOver(basis, staleBefore));
  const order = { run_rate_rank: `run_rate_${basis}_rank`, id: 'id' };
  return orderedPage(db, { query, order }, page);
}

/** How many clusters match, whatever the page. */
export function countClusters(
  db: Kysely<ClusterRows>,
  scope: ClusterScope,
  filters: ClusterFilters,
) {
  return clustersIn(db, scope, filters).select(({ fn }) => fn.countAll<number>().as('total'));
}

/** One cluster of the organization. */
export function selectCluster(
  db: Kysely<ClusterRows>,
  organizationId: string,
  clusterId: string,
  { basis, staleBefore }: Viewpoint,
) {
  return clustersIn(db, { organizationId, allowedClusters: null }, {})
    .select(clusterColumns)
    .select(figuresOver(basis, staleBefore))
    .where('id', '=', clusterId);
}

function clustersIn(db: Kysely<ClusterRows>, scope: ClusterScope, filters: ClusterFilters) {
  let query = db.selectFrom('clusters').where('organization_id', '=', scope.organizationId);
  if (scope.allowedClusters) {
    query = query.where('id', '=', anyOf(scope.allowedClusters, 'uuid'));
  }
  for (const column of ['provider', 'region', 'environment', 'status'] as const) {
    const values = filters[column];
    if (values) query = query.where(column, '=', anyOf(values, 'text'));
  }
  return query;
}

const figuresOver = (basis: Basis, staleBefore: string) =>
  [
    `run_rate_${basis}_rank as run_rate_rank`,
    `run_rate_${basis}_hourly as run_rate_hourly`,
    unallocatedHourly(basis),
    isStale(staleBefore),
  ] as const;

/** Whether the newest report is too old, or there has been none. */
const isStale = (staleBefore: string) =>
  sql<boolean>`coalesce(last_seen_at < ${staleBefore}::timestamptz, true)`.as('is_stale');

/** The bill less the run rates of the workloads in it: idle and overhead included. */
const unallocatedHourly = (basis: Basis) =>
  sql<
    string | null
  >`${sql.ref(`run_rate_${basis}_hourly`)} - ${sql.ref(`workloads_${basis}_hourly`)}`.as(
    'unallocated_hourly',
  );

const clusterColumns = [
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

/** A row of the queries above. */
export type ClusterRow = Awaited<
  ReturnType<ReturnType<typeof selectCluster>['executeTakeFirstOrThrow']>
>;
