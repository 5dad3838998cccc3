import { columns, defineTables, nullable, repeatColumn, type RowsOf } from '@costplane/plugin-api';
import { billCostColumns } from '@costplane/plugin-api/schema';

const { bigint, boolean, date, integer, numeric, text, textArray, timestamp, uuid } = columns;

/** All columns that this plugin reads. */
export const organizationTables = defineTables({
  organizations: {
    id: uuid,
    name: text,
    domain: text,
    plan_type: text,
    is_active: boolean,
    created_at: timestamp,
  },
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
    status: text,
    last_seen_at: nullable(timestamp),
    cpu_total_cores: nullable(numeric),
    cpu_allocatable_cores: nullable(numeric),
    memory_total_bytes: nullable(bigint),
    memory_allocatable_bytes: nullable(bigint),
    gpu_total: nullable(integer),
    gpu_allocatable: nullable(integer),
    gpu_models: nullable(textArray),
    storage_total_bytes: nullable(bigint),
    cpu_requested_cores: nullable(numeric),
    cpu_used_cores: nullable(numeric),
    measured_allocatable_cores: nullable(numeric),
    measured_allocatable_bytes: nullable(bigint),
    memory_requested_bytes: nullable(bigint),
    memory_used_bytes: nullable(bigint),
    nodes: nullable(integer),
    namespaces: nullable(integer),
    workloads: nullable(integer),
    pods: nullable(integer),
    containers: nullable(integer),
    persistent_volumes: nullable(integer),
    compute_cpu_hourly: nullable(numeric),
    compute_ram_hourly: nullable(numeric),
    compute_gpu_hourly: nullable(numeric),
    storage_pv_hourly: nullable(numeric),
    management_hourly: nullable(numeric),
    run_rate_legacy_hourly: nullable(numeric),
    run_rate_legacy_rank: bigint,
    run_rate_all_hourly: nullable(numeric),
    run_rate_all_rank: bigint,
    workloads_legacy_hourly: nullable(numeric),
    workloads_all_hourly: nullable(numeric),
    is_compute_partial: boolean,
    cost_updated_at: nullable(timestamp),
  },
  recommendations: {
    organization_id: uuid,
    cluster_id: uuid,
    status: text,
    estimated_savings_hourly: numeric,
  },
  cluster_days: {
    organization_id: uuid,
    cluster_id: uuid,
    day: date,
    ...repeatColumn(nullable(numeric), ...billCostColumns('all', 'fully_loaded')),
  },
});

export type OrganizationRows = RowsOf<typeof organizationTables>;
