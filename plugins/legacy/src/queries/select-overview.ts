import { billCostColumns } from '@costplane/plugin-api/schema';
import { addCosts, inClusters, isCostKnown } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { type UseFigures } from '../resources/efficiency.ts';
import { inScope, type Scope } from '../scope.ts';
import { totalBytes } from './total-bytes.ts';
import { shown, shownMonthly } from './money.ts';

/** Sums over clusters; the base is the allocatable capacity of the nodes that report usage. */
export interface ClusterTotals extends UseFigures {
  readonly clusters: number;
  readonly connected_clusters: number;
  readonly nodes: number;
  readonly pods: number;
  readonly workloads: number;
  readonly hourly_cost: string | null;
  readonly monthly_cost: string | null;
}

export const selectClusterTotals = (
  scope: Scope,
  connectedSince: string,
): RawBuilder<ClusterTotals> => {
  const hourly = sql`case when count(*) = 0 then 0 else sum(run_rate_legacy_hourly) end`;
  return sql<ClusterTotals>`
    select count(*) as clusters,
      count(*) filter (where last_seen_at >= ${connectedSince}::timestamptz) as connected_clusters,
      coalesce(sum(nodes), 0)::bigint as nodes,
      coalesce(sum(pods), 0)::bigint as pods,
      coalesce(sum(workloads), 0)::bigint as workloads,
      ${shown(hourly)} as hourly_cost,
      ${shownMonthly(hourly)} as monthly_cost,
      sum(cpu_used_cores) as cpu_used_cores,
      sum(measured_allocatable_cores) as cpu_base_cores,
      ${totalBytes(sql`sum(memory_used_bytes)`)} as memory_used_bytes,
      ${totalBytes(sql`sum(measured_allocatable_bytes)`)} as memory_base_bytes
    from clusters
    where ${areClusters(scope)}`;
};

export interface TopCluster extends UseFigures {
  readonly id: string;
  readonly name: string;
  readonly hourly_cost: string | null;
}

/** The clusters with the highest hourly cost, ties by id. */
export const selectTopClusters = (scope: Scope, limit: number): RawBuilder<TopCluster> =>
  sql<TopCluster>`
    select id, name, ${shown(sql`run_rate_legacy_hourly`)} as hourly_cost,
      cpu_used_cores, measured_allocatable_cores as cpu_base_cores,
      memory_used_bytes, measured_allocatable_bytes as memory_base_bytes
    from clusters
    where ${areClusters(scope)}
    order by run_rate_legacy_rank, id
    limit ${limit}`;

export interface PendingSavings {
  readonly recommendations: number;
  readonly monthly_savings: string;
}

/** Number of pending recommendations, and the monthly savings of those that lower the cost. */
export const selectPendingSavings = (scope: Scope): RawBuilder<PendingSavings> => {
  const hourly = sql`coalesce(sum(greatest(estimated_savings_hourly, 0)), 0)`;
  return sql<PendingSavings>`
    select count(*) as recommendations, ${shownMonthly(hourly)} as monthly_savings
    from recommendations
    where ${inScope(scope, 'recommendations')} and status = 'pending'`;
};

export interface MonthCosts {
  readonly actual: string | null;
  readonly run_rate: string | null;
}

/**
 * Cost of the clusters over UTC days, `YYYY-MM-DD`, both inclusive, and the run rate per month: the
 * sum over clusters that are not retired of the average cost per hour with data, times 730. Without
 * history the cost is 0 and the run rate null; with history but without prices both are null.
 */
export const selectMonthCosts = (
  scope: Scope,
  first: string,
  last: string,
): RawBuilder<MonthCosts> =>
  sql<MonthCosts>`
    select ${shown(sql`case when count(*) = 0 then 0 else sum(cost_seconds) / 3600 end`)} as actual,
      ${shown(sql`sum(730 * cost_seconds / nullif(seconds, 0))`)} as run_rate
    from (
      select sum(${addCosts(bill)}) as cost_seconds,
        sum(seconds) filter (where ${isCostKnown(bill)} and status <> 'disconnected') as seconds
      from cluster_days join clusters
        on clusters.organization_id = cluster_days.organization_id and clusters.id = cluster_id
      where ${inScope(scope, 'cluster_days')} and day >= ${first}::date and day <= ${last}::date
      group by cluster_id
    ) as clusters`;

/** Total compute cost, including unallocated cost. */
const bill = billCostColumns('legacy', 'fully_loaded');

/** Retired clusters have neither state nor cost. */
const areClusters = ({ organizationId, clusters }: Scope) => sql`
  organization_id = ${organizationId}::uuid and status <> 'disconnected'
  ${inClusters('id', clusters)}`;
