import { inClusters, isOutsideMonths } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';
import { moneyScale, zeroOfQuotients } from '../columns/column.ts';
import { type ExportRequest } from '../export-request.ts';
import { allocationMethodId } from '../metadata/handling.ts';

const zero = sql.raw(zeroOfQuotients);

/**
 * The origin charges before they are split: per day and cluster, the cost of nodes, of volumes and
 * of the control plane in ledger units (currency × seconds), with the fields that all rows of an
 * origin share. One row per part; costs that are zero or unknown are omitted.
 *
 * An origin is a line from 0 to `total` on which the pieces lie in this order: cpu, memory, gpu
 * (together `direct`), overhead, idle, unallocated. Uses only immutable functions, and casts
 * instead of `uuid || text`, because Citus accepts nothing else in a list of values.
 */
export function origins(request: ExportRequest) {
  const { organization, serviceProviderName, clusters, from, to, idle, archivedMonths } = request;
  return sql`
    select
      c.organization_id, c.cluster_id, bill.day, kind.*, part.*,
      round(coalesce(kind.listed, kind.total) / (3600 + ${zero}), ${sql.lit(moneyScale)}) as list_price,
      kind.meaning || c.name as description,
      c.cluster_id || '/' || kind.kind as sku_price,
      c.cluster_id::text as cluster,
      c.name as cluster_name,
      nullif(c.region, '') as region,
      case c.provider
        when 'aws' then 'Amazon Web Services'
        when 'gcp' then 'Google Cloud'
        when 'azure' then 'Microsoft Azure'
        else ${serviceProviderName}::text
      end as host_provider,
      ${serviceProviderName}::text as service_provider,
      ${organization.id}::text as account_id,
      ${organization.name}::text as account_name,
      ${organization.currency}::text as currency,
      ${allocationMethodId(idle)}::text as method,
      ${instant(sql`c.day`)} as period_start,
      ${instant(sql`c.day + 1`)} as period_end,
      ${instant(sql`date_trunc('month', c.day::timestamp)`)} as billing_start,
      ${instant(sql`date_trunc('month', c.day::timestamp) + interval '1 month'`)} as billing_end,
      c.is_compute_partial or c.is_storage_partial or c.seconds < 86400 or (
        c.service <> '' and
        coalesce(c.management_cost_seconds, c.unallocated_management_cost_seconds) is null
      ) as is_partial,
      ${oneSource(sql`kind.sources`)} as pricing_source
    from cluster_days c
    cross join lateral (${bill}) bill
    cross join lateral (${kinds}) kind
    cross join lateral (${parts(request)}) part
    where c.organization_id = ${organization.id}::uuid ${inClusters('c.cluster_id', clusters)}
      and c.day >= ${from}::date and c.day < ${to}::date
      and ${isOutsideMonths(sql`c.day::timestamp`, archivedMonths)}
      and kind.total > 0 and part.is_there
    order by bill.day, c.cluster_id, kind.kind_ordinal, part.part_ordinal`;
}

/**
 * Unknown costs count as 0. The day is an expression because the planner has no statistics for one:
 * it would otherwise expect repeated days and memoize the rows of each.
 */
const bill = sql`
  select
    c.day + 0 as day,
    coalesce(c.cpu_cost_seconds, 0) as cpu,
    coalesce(c.memory_cost_seconds, 0) as memory,
    coalesce(c.gpu_cost_seconds, 0) as gpu,
    coalesce(c.overhead_cost_seconds, 0) as overhead,
    coalesce(c.idle_cost_seconds, 0) as idle,
    coalesce(c.unallocated_compute_cost_seconds, 0) as unallocated_compute,
    coalesce(c.storage_cost_seconds, 0) as storage,
    coalesce(c.unallocated_storage_cost_seconds, 0) as unallocated_storage,
    coalesce(c.management_cost_seconds, 0)
      + coalesce(c.unallocated_management_cost_seconds, 0) as management`;

const kinds = sql`
  select *, direct + overhead + idle + unallocated + ${zero} as total
  from (values
    (1, 'compute', bill.cpu, bill.memory, bill.cpu + bill.memory + bill.gpu,
      bill.overhead, bill.idle, bill.unallocated_compute,
      c.on_demand_compute_cost_seconds, c.compute_pricing_sources,
      'Kubernetes compute of cluster ', 'Kubernetes Compute', 'Compute', 'Containers',
      'kubernetes-compute', 'Node Capacity', 'system-daemons', 'System daemons'),
    (2, 'storage', 0, 0, bill.storage,
      0, 0, bill.unallocated_storage,
      null, c.storage_pricing_sources,
      'Kubernetes storage of cluster ', 'Kubernetes Storage', 'Storage', 'Block Storage',
      'kubernetes-storage', 'Volume Capacity', null, null),
    (3, 'management', 0, 0, 0,
      bill.management, 0, 0,
      null, null,
      'Kubernetes control plane of cluster ', 'Kubernetes Control Plane', 'Compute', 'Containers',
      'kubernetes-management', 'Control Plane', 'control-plane', 'Control plane')
  ) kind (
    kind_ordinal, kind, cpu, memory, direct,
    overhead, idle, unallocated,
    listed, sources,
    meaning, service_name, service_category, service_subcategory,
    sku, sku_meter, overhead_cause, overhead_name
  )`;

/** The parts of an origin charge: allocated to owners (split further), overhead, and the rest as idle. */
function parts({ idle }: ExportRequest) {
  const spread = idle === 'apportioned' ? sql` + kind.idle` : sql``;
  const used = sql`kind.direct + kind.overhead${spread}`;
  return sql`
    select * from (values
      (1, kind.kind <> 'management', 'Allocated',
        case when kind.kind = 'storage' then 'storage.pv' end, null, null, null, null),
      (2, kind.overhead > 0, 'Overhead', 'overhead',
        c.cluster_id::text || '/overhead/' || kind.overhead_cause, kind.overhead_name,
        kind.direct, kind.overhead),
      (3, kind.total > ${used}, 'Idle', 'idle', null, null, ${used}, kind.total - (${used}))
    ) part (
      part_ordinal, is_there, state, component, part_id, part_name, part_start, part_length
    )`;
}

const instant = (day: ReturnType<typeof sql>) => sql`to_char(${day}, 'YYYY-MM-DD"T00:00:00Z"')`;

const oneSource = (sources: ReturnType<typeof sql>) => sql`(
  select case when count(*) > 1 then 'mixed' else min(source) end
  from unnest(${sources}) source where source <> 'unknown')`;
