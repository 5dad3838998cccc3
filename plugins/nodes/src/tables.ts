import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, boolean, integer, json, numeric, text, timestamp, uuid } = columns;

/** Columns of a node that are returned as they are stored. */
export const nodeFields = {
  cluster_id: uuid,
  uid: uuid,
  name: text,
  provider_id: text,
  instance_type: text,
  node_group: text,
  region: text,
  availability_zone: text,
  node_role: text,
  capacity_type: text,
  architecture: text,
  operating_system: text,
  kubelet_version: text,
  is_spot: boolean,
  is_ready: boolean,
  is_schedulable: boolean,
  labels: json<Record<string, string>>(),
  page_bytes: integer,
  created_at_k8s: nullable(timestamp),
  last_seen_at: timestamp,
  cpu_total_cores: numeric,
  cpu_allocatable_cores: numeric,
  memory_total_bytes: bigint,
  memory_allocatable_bytes: bigint,
  gpu_total: integer,
  gpu_allocatable: integer,
  gpu_model: text,
  ephemeral_storage_total_bytes: bigint,
  pods_allocatable: integer,
  cpu_used_cores: nullable(numeric),
  memory_used_bytes: nullable(bigint),
  gpu_utilization_percent: nullable(numeric),
  gpu_memory_used_bytes: nullable(bigint),
  gpu_memory_total_bytes: nullable(bigint),
  pods: integer,
  running_pods: integer,
  compute_cpu_hourly: nullable(numeric),
  compute_ram_hourly: nullable(numeric),
  run_rate_legacy_rank: bigint,
  on_demand_equivalent_hourly: nullable(numeric),
  pricing_source: text,
  cost_updated_at: timestamp,
};

/** All columns that this plugin reads. */
export const nodeTables = defineTables({
  clusters: {
    organization_id: uuid,
    id: uuid,
    name: text,
  },
  nodes: {
    organization_id: uuid,
    gone_at: nullable(timestamp),
    compute_gpu_hourly: nullable(numeric),
    run_rate_legacy_hourly: nullable(numeric),
    workloads_hourly: nullable(numeric),
    ...nodeFields,
  },
});

export type NodeRows = RowsOf<typeof nodeTables>;
