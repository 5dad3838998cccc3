import { type Span } from '../ledger/fill.ts';

const instant = (day: string) => `to_char(${day}, 'YYYY-MM-DD"T00:00:00Z"')`;

/** The charges of a cluster's day that its lines are parts of, with what all of these say alike. */
const originSql = `
  select day.cluster_id as origin_cluster, day.day as origin_day, day.cluster_id::text as cluster,
    day.name as cluster_name, day.region, kind.total, kind.pricing_source, service.*,
    round(coalesce(kind.listed, kind.total) / 3600, 12) as list_price,
    day.is_compute_partial or day.is_storage_partial or day.seconds < 86400 as is_partial,
    ${instant('day.day')} as period_start, ${instant('day.day + 1')} as period_end,
    ${instant(`date_trunc('month', day.day::timestamp)`)} as billing_start,
    ${instant(`date_trunc('month', day.day::timestamp) + interval '1 month'`)} as billing_end,
    'Kubernetes ' || kind.kind || ' of cluster ' || day.name as description,
    'kubernetes-' || kind.kind as sku, day.cluster_id || '/' || kind.kind as sku_price,
    organization.id::text as account_id, organization.name as account_name
  from cluster_days as day
  join organizations as organization on organization.id = day.organization_id
  cross join lateral (values
    ('compute', day.cpu_cost_seconds + day.memory_cost_seconds + day.gpu_cost_seconds
      + day.overhead_cost_seconds + day.idle_cost_seconds + day.unallocated_compute_cost_seconds,
      day.on_demand_compute_cost_seconds, day.compute_pricing_sources[1]),
    ('storage', day.storage_cost_seconds + day.unallocated_storage_cost_seconds, null,
      day.storage_pricing_sources[1]),
    ('management', day.management_cost_seconds + day.unallocated_management_cost_seconds, null,
      'price_book')
  ) as kind (kind, total, listed, pricing_source)
  join (values
    ('compute', 'Kubernetes Compute', 'Compute', 'Containers', 'Node Capacity'),
    ('storage', 'Kubernetes Storage', 'Storage', 'Block Storage', 'Volume Capacity'),
    ('management', 'Kubernetes Control Plane', 'Compute', 'Containers', 'Control Plane')
  ) as service (service_kind, service_name, category, subcategory, meter) on service_kind = kind.kind
  where day.organization_id = :organization and day.day >= :from and day.day < :to`;

/** Who costs are of, with its namespace, whose own description has no kind. */
const ownerSql = `
  select owner.id, owner.owner_uid::text as uid, owner.name, nullif(owner.kind, '') as kind,
    owner.namespace, own.owner_uid::text as namespace_id, owner.teams[1] as team,
    owner.departments[1] as department,
    (owner.labels || jsonb_build_object('costplane/team', owner.teams[1]))::text as tags
  from owner_descriptions as owner
  left join owner_descriptions as own on own.organization_id = owner.organization_id
    and own.cluster_id = owner.cluster_id and own.namespace = owner.namespace and own.kind = ''
  where owner.organization_id = :organization`;

/** One line for each owner, kind of charge and day, and what nobody was given. */
const chargeSql = `
  select 'compute' as kind, cluster_id, day, description_id, null as id, 'Allocated' as state,
    null as name, cpu_cost_seconds as cpu, memory_cost_seconds as memory,
    gpu_cost_seconds as gpu, idle_cost_seconds as idle,
    cpu_cost_seconds + memory_cost_seconds + gpu_cost_seconds as direct,
    gpu_requested_seconds, cpu_requested_core_seconds, cpu_used_core_seconds,
    memory_requested_byte_seconds, memory_used_byte_seconds,
    cpu_charged_core_seconds, memory_charged_byte_seconds
  from workload_days
  where organization_id = :organization and day >= :from and day < :to
  union all
  select 'storage', cluster_id, day, description_id, null, 'Allocated', null, null, null, null, 0,
    storage_cost_seconds, null, null, null, null, null, null, null
  from workload_days
  where organization_id = :organization and day >= :from and day < :to and storage_cost_seconds > 0
  union all
  select part.kind, day.cluster_id, day.day, null, part.id, part.state, part.name, null, null,
    null, 0, part.cost, null, null, null, null, null, null, null
  from cluster_days as day
  cross join lateral (values
    ('compute', day.cluster_id || '/overhead/system-daemons', 'Overhead', 'System daemons',
      day.overhead_cost_seconds),
    ('management', day.cluster_id || '/overhead/control-plane', 'Overhead', 'Control plane',
      day.management_cost_seconds + day.unallocated_management_cost_seconds),
    ('compute', null, 'Idle', null, day.unallocated_compute_cost_seconds),
    ('storage', null, 'Idle', null, day.unallocated_storage_cost_seconds)
  ) as part (kind, id, state, name, cost)
  where day.organization_id = :organization and day.day >= :from and day.day < :to
    and part.cost > 0`;

const hours = (seconds: string, unit = '3600') => `round(charge.${seconds} / ${unit}, 9)`;
const share = (cost: string) => `round(${cost} / origin.total, 12)`;
const gibibyteHours = (seconds: string) => hours(seconds, '3865470566400');

/** What is worked out once, and shown in several columns. */
const lineSql = `
  select charge.*, origin.*, owner.uid, owner.name as owner_name, owner.kind as owner_kind,
    owner.namespace, owner.namespace_id, owner.team, owner.department, owner.tags,
    round((charge.direct + charge.idle) / 3600, 12) as cost,
    ${share('(charge.direct + charge.idle)')} as share,
    '{"AllocatedRatio":' || ${share('charge.cpu')} || ',"UsageUnit":"Core-Hours","UsageQuantity":'
      || ${hours('cpu_charged_core_seconds')} || ',"x_Component":"compute.cpu"},{"AllocatedRatio":'
      || ${share('charge.memory')} || ',"UsageUnit":"GiB-Hours","UsageQuantity":'
      || ${gibibyteHours('memory_charged_byte_seconds')} || ',"x_Component":"compute.ram"}'
      || case when charge.gpu > 0 then ',{"AllocatedRatio":' || ${share('charge.gpu')}
        || ',"x_Component":"compute.gpu"}' else '' end
      || ',{"AllocatedRatio":' || ${share('charge.idle')} || ',"x_Component":"idle"}' as elements
  from (${chargeSql}) as charge
  join origin on origin_cluster = charge.cluster_id and origin_day = charge.day and service_kind = charge.kind
  left join owner on owner.id = charge.description_id
  offset 0`;

const columns = `
  '{"Elements":[' || coalesce(elements, '{"AllocatedRatio":' || share || ',"x_Component":"' || kind
    || '"}') || ']}' as "AllocatedMethodDetails",
  'max-request-usage-1/apportioned' as "AllocatedMethodId",
  coalesce(uid, id) as "AllocatedResourceId", coalesce(owner_name, name) as "AllocatedResourceName",
  tags as "AllocatedTags", null as "AvailabilityZone", cost as "BilledCost",
  account_id as "BillingAccountId", account_name as "BillingAccountName",
  'USD' as "BillingCurrency", billing_end as "BillingPeriodEnd",
  billing_start as "BillingPeriodStart", 'Usage' as "ChargeCategory", null as "ChargeClass",
  description as "ChargeDescription", 'Usage-Based' as "ChargeFrequency",
  period_end as "ChargePeriodEnd", period_start as "ChargePeriodStart",
  share as "ConsumedQuantity", 'Days' as "ConsumedUnit", cost as "ContractedCost",
  cost as "EffectiveCost", 'Amazon Web Services' as "HostProviderName",
  account_name as "InvoiceIssuerName", list_price * share as "ListCost",
  list_price as "ListUnitPrice", share as "PricingQuantity", 'Days' as "PricingUnit",
  region as "RegionId", region as "RegionName", cluster as "ResourceId",
  cluster_name as "ResourceName", 'Kubernetes Cluster' as "ResourceType",
  category as "ServiceCategory", service_name as "ServiceName",
  account_name as "ServiceProviderName", subcategory as "ServiceSubcategory", sku as "SkuId",
  meter as "SkuMeter", null as "SkuPriceDetails", sku_price as "SkuPriceId",
  cluster as "SubAccountId", cluster_name as "SubAccountName", null as "Tags",
  case when gpu_requested_seconds > 0 then ${hours('gpu_requested_seconds')} end
    as "x_AcceleratorHours",
  state as "x_AllocationState", kind as "x_ChargeKind",
  ${hours('cpu_requested_core_seconds')} as "x_CoreHoursRequested",
  ${hours('cpu_used_core_seconds')} as "x_CoreHoursUsed", department as "x_DepartmentName",
  round(direct / 3600, 12) as "x_DirectCost", round(idle / 3600, 12) as "x_IdleCost",
  is_partial as "x_IsPartial",
  ${gibibyteHours('memory_requested_byte_seconds')} as "x_MemoryGibibyteHoursRequested",
  ${gibibyteHours('memory_used_byte_seconds')} as "x_MemoryGibibyteHoursUsed",
  namespace_id as "x_NamespaceId", namespace as "x_NamespaceName",
  pricing_source as "x_PricingSource", team as "x_TeamName", owner_kind as "x_WorkloadKind"`;

const table = `
  with origin as materialized (${originSql}), owner as materialized (${ownerSql})
  select ${columns} from (${lineSql}) as charge`;

/** A FOCUS file of all columns, as somebody writes it for one organization; lines in any order. */
export const copySql = (organizationId: string, { from, to }: Span): string =>
  `copy (${table}) to stdout (format csv, header)`
    .replaceAll(':organization', `'${organizationId}'::uuid`)
    .replaceAll(':from', `'${from}'::date`)
    .replaceAll(':to', `'${to}'::date`);
