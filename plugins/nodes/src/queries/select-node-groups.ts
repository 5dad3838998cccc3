import { anyOf, clusterName } from '@costplane/plugin-api/listing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type NodeRows } from '../tables.ts';
import { currentNodes } from './current-nodes.ts';

/** The clusters whose node groups are selected. */
export interface NodeScope {
  readonly organizationId: string;
  /** `null` means every cluster of the organization. */
  readonly clusters: readonly string[] | null;
}

/**
 * The node groups of some clusters, highest displayed run rate first, ties by id. A sum is null if
 * no member has the figure: usage without metrics, cost without prices. `measured_*` is the
 * allocatable capacity of the members that report usage, the base of the utilization.
 */
export function selectNodeGroups(db: Kysely<NodeRows>, { organizationId, clusters }: NodeScope) {
  const nodes = currentNodes(db, organizationId);
  return (clusters ? nodes.where('nodes.cluster_id', '=', anyOf(clusters, 'uuid')) : nodes)
    .where('nodes.node_group', '<>', '')
    .groupBy(['nodes.organization_id', 'nodes.cluster_id', 'nodes.node_group'])
    .select([
      'nodes.cluster_id',
      'nodes.node_group',
      clusterName('nodes', clusters),
      ...memberFigures,
      ...capacityFigures,
      ...costFigures,
    ])
    .orderBy(sql`round(sum(run_rate_legacy_hourly), 4) desc nulls last`)
    .orderBy('nodes.cluster_id')
    .orderBy(sql`node_group collate "C"`);
}

export const selectNodeGroup = (db: Kysely<NodeRows>, scope: NodeScope, name: string) =>
  selectNodeGroups(db, scope).where('nodes.node_group', '=', name);

const sum = (column: string) => sql<string>`sum(${sql.ref(column)})`;
const knownSum = (column: string) => sql<string | null>`sum(${sql.ref(column)})`;

/** A sum is capped at the maximum of a `bigint`; no Kubernetes quantity is larger. */
const knownBytes = (total: RawBuilder<string | null>) =>
  sql<number | null>`case when ${total} > 9223372036854775807 then 9223372036854775807
    else ${total} end::bigint`;
const bytes = (total: RawBuilder<string>) => knownBytes(total).$notNull();
/** Limited, because reports are free text: no real group has that many instance types or zones. */
const distinct = (column: string) => {
  const value = sql`${sql.ref(column)} collate "C"`;
  return sql<string[]>`coalesce((
    array_agg(distinct ${value} order by ${value}) filter (where ${sql.ref(column)} <> '')
  )[1:256], '{}')`;
};

const memberFigures = [
  sql<number>`count(*)`.as('nodes'),
  sql<number>`count(*) filter (where is_ready)`.as('ready_nodes'),
  sql<number>`count(*) filter (where is_spot)`.as('spot_nodes'),
  sql<number>`sum(pods)`.as('pods'),
  distinct('instance_type').as('instance_types'),
  distinct('availability_zone').as('zones'),
  sql<string | null>`min(created_at_k8s)`.as('oldest_created_at_k8s'),
] as const;

const capacityFigures = [
  sum('cpu_total_cores').as('cpu_total_cores'),
  sum('cpu_allocatable_cores').as('cpu_allocatable_cores'),
  knownSum('cpu_used_cores').as('cpu_used_cores'),
  sql<string | null>`sum(cpu_allocatable_cores) filter (where cpu_used_cores is not null)`.as(
    'measured_allocatable_cores',
  ),
  bytes(sum('memory_total_bytes')).as('memory_total_bytes'),
  bytes(sum('memory_allocatable_bytes')).as('memory_allocatable_bytes'),
  knownBytes(sum('memory_used_bytes')).as('memory_used_bytes'),
  knownBytes(sql`sum(memory_allocatable_bytes) filter (where memory_used_bytes is not null)`).as(
    'measured_allocatable_bytes',
  ),
] as const;

const costFigures = [
  knownSum('compute_cpu_hourly').as('compute_cpu_hourly'),
  knownSum('compute_ram_hourly').as('compute_ram_hourly'),
  sql<string | null>`sum(compute_gpu_hourly) filter (where gpu_total > 0)`.as('compute_gpu_hourly'),
  knownSum('run_rate_legacy_hourly').as('run_rate_hourly'),
  sql<string | null>`sum(run_rate_legacy_hourly - workloads_hourly)`.as('unallocated_hourly'),
  sql<string | null>`case when bool_or(is_spot)
    then sum(on_demand_equivalent_hourly - run_rate_legacy_hourly) filter (where is_spot)
    else 0 end`.as('spot_savings_hourly'),
  sql<boolean>`bool_or(
    compute_cpu_hourly is null or compute_ram_hourly is null or compute_gpu_hourly is null)`.as(
    'is_compute_partial',
  ),
  sql<string>`max(cost_updated_at)`.as('cost_updated_at'),
] as const;

export type NodeGroupRow = Awaited<
  ReturnType<ReturnType<typeof selectNodeGroups>['executeTakeFirstOrThrow']>
>;
