import { type Basis } from '@costplane/plugin-api/schema';
import { type Kysely, sql } from 'kysely';
import { type OrganizationRows } from '../tables.ts';

/** The maximum of a `bigint` column, which a sum can exceed. */
const maxBytes = '9223372036854775807';

/** The clusters to sum over. */
export interface TotalsScope {
  readonly organizationId: string;
  /** `null` means every cluster of the organization. */
  readonly allowedClusters: readonly string[] | null;
}

/**
 * Exact sums over the clusters of an organization that are not retired. A sum is null if no cluster
 * has the figure, such as usage without metrics; without clusters, the run rate is 0. `measured_*`
 * is the allocatable capacity of the nodes that report usage, the base of the utilization.
 */
export function selectClusterTotals(
  db: Kysely<OrganizationRows>,
  scope: TotalsScope,
  basis: Basis,
) {
  const sum = (column: string) => sql<string | null>`sum(${sql.ref(column)})`;
  const bytes = (column: string) =>
    sql<
      number | null
    >`case when sum(${sql.ref(column)}) > ${maxBytes}::bigint then ${maxBytes}::bigint
      else sum(${sql.ref(column)}) end::bigint`;
  const count = (column: string) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)::bigint`;
  const runRate = sql.ref(`run_rate_${basis}_hourly`);
  const query = db
    .selectFrom('clusters')
    .select([
      sql<number>`count(*)`.as('clusters'),
      sql<string[]>`coalesce(
        jsonb_agg(last_seen_at) filter (where last_seen_at is not null), '[]'
      )`.as('last_seen_at'),
      sql<string[][]>`coalesce(
        jsonb_agg(gpu_models) filter (where gpu_models <> '{}'), '[]'
      )`.as('gpu_models'),
      sum('cpu_total_cores').as('cpu_total_cores'),
      sum('cpu_allocatable_cores').as('cpu_allocatable_cores'),
      sum('cpu_requested_cores').as('cpu_requested_cores'),
      sum('cpu_used_cores').as('cpu_used_cores'),
      sum('measured_allocatable_cores').as('measured_allocatable_cores'),
      bytes('memory_total_bytes').as('memory_total_bytes'),
      bytes('memory_allocatable_bytes').as('memory_allocatable_bytes'),
      bytes('memory_requested_bytes').as('memory_requested_bytes'),
      bytes('memory_used_bytes').as('memory_used_bytes'),
      bytes('measured_allocatable_bytes').as('measured_allocatable_bytes'),
      count('gpu_total').as('gpu_total'),
      count('gpu_allocatable').as('gpu_allocatable'),
      bytes('storage_total_bytes').as('storage_total_bytes'),
      count('nodes').as('nodes'),
      count('namespaces').as('namespaces'),
      count('workloads').as('workloads'),
      count('pods').as('pods'),
      count('containers').as('containers'),
      count('persistent_volumes').as('persistent_volumes'),
      sum('compute_cpu_hourly').as('compute_cpu_hourly'),
      sum('compute_ram_hourly').as('compute_ram_hourly'),
      // Clusters without GPUs cost 0 for them, which hides that the price of other GPUs is unknown.
      sql<string | null>`case when bool_or(gpu_total > 0)
        then sum(compute_gpu_hourly) filter (where gpu_total > 0)
        else sum(compute_gpu_hourly) end`.as('compute_gpu_hourly'),
      sum('storage_pv_hourly').as('storage_pv_hourly'),
      sum('management_hourly').as('management_hourly'),
      sql<string>`coalesce(sum(${runRate}), 0)`.as('run_rate_hourly'),
      sql<string | null>`sum(${runRate} - ${sql.ref(`workloads_${basis}_hourly`)})`.as(
        'unallocated_hourly',
      ),
      sql<boolean>`coalesce(bool_or(is_compute_partial or ${runRate} is null), false)`.as(
        'is_compute_partial',
      ),
      sql<string | null>`max(cost_updated_at)`.as('cost_updated_at'),
    ])
    .where('organization_id', '=', scope.organizationId)
    .where('status', '<>', 'disconnected');
  return scope.allowedClusters
    ? query.where('id', '=', sql<string>`any(${scope.allowedClusters}::uuid[])`)
    : query;
}

export type ClusterTotals = Awaited<
  ReturnType<ReturnType<typeof selectClusterTotals>['executeTakeFirstOrThrow']>
>;
