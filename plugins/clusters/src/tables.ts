import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';
import { clusterCounts, eachCount, namespaceCounts } from './counts.ts';

const { bigint, boolean, integer, json, numeric, text, textArray, timestamp, uuid } = columns;

/** Figures that are null until they are known: a cluster has none before its first report. */
const reported = {
  count: nullable(integer),
  decimal: nullable(numeric),
  bytes: nullable(bigint),
};

/** Cost per hour over each basis, and the rank by which lists are ordered. */
const runRates = {
  run_rate_legacy_hourly: reported.decimal,
  run_rate_all_hourly: reported.decimal,
  run_rate_legacy_rank: bigint,
  run_rate_all_rank: bigint,
};

/** Columns of a cluster that are returned as they are stored. */
export const clusterFields = {
  id: uuid,
  name: text,
  environment: text,
  status: text,
  discovery_source: text,
  provider: text,
  service: text,
  region: text,
  availability_zones: textArray,
  k8s_version: text,
  agent_version: text,
  created_at: timestamp,
  last_seen_at: nullable(timestamp),
  cpu_total_cores: reported.decimal,
  cpu_allocatable_cores: reported.decimal,
  memory_total_bytes: reported.bytes,
  memory_allocatable_bytes: reported.bytes,
  gpu_total: reported.count,
  gpu_allocatable: reported.count,
  gpu_models: nullable(textArray),
  storage_total_bytes: reported.bytes,
  pods_allocatable: reported.count,
  cpu_requested_cores: reported.decimal,
  cpu_used_cores: reported.decimal,
  memory_requested_bytes: reported.bytes,
  memory_used_bytes: reported.bytes,
  measured_allocatable_cores: reported.decimal,
  measured_allocatable_bytes: reported.bytes,
  gpu_utilization_percent: reported.decimal,
  gpu_memory_used_bytes: reported.bytes,
  gpu_memory_total_bytes: reported.bytes,
  restarts_total: reported.bytes,
  oom_kills_total: reported.bytes,
  ...eachCount(clusterCounts, reported.count),
  compute_cpu_hourly: reported.decimal,
  compute_ram_hourly: reported.decimal,
  compute_gpu_hourly: reported.decimal,
  storage_pv_hourly: reported.decimal,
  management_hourly: reported.decimal,
  is_compute_partial: boolean,
  cost_updated_at: nullable(timestamp),
};

/** Columns of a namespace that are returned as they are stored. */
export const namespaceFields = {
  cluster_id: uuid,
  id: uuid,
  name: text,
  uid_k8s: nullable(uuid),
  labels: json<Readonly<Record<string, string>>>(),
  page_bytes: integer,
  created_at_k8s: nullable(timestamp),
  last_seen_at: timestamp,
  cpu_quota_cores: reported.decimal,
  memory_quota_bytes: reported.bytes,
  cpu_requested_cores: numeric,
  cpu_used_cores: reported.decimal,
  memory_requested_bytes: bigint,
  memory_used_bytes: reported.bytes,
  ...eachCount(namespaceCounts, integer),
  compute_cpu_hourly: reported.decimal,
  compute_ram_hourly: reported.decimal,
  compute_gpu_hourly: reported.decimal,
  storage_pv_hourly: reported.decimal,
  is_compute_partial: boolean,
  cost_updated_at: timestamp,
};

/** All columns that this plugin reads. */
export const clusterTables = defineTables({
  clusters: {
    organization_id: uuid,
    ...runRates,
    workloads_legacy_hourly: reported.decimal,
    workloads_all_hourly: reported.decimal,
    ...clusterFields,
  },
  namespaces: {
    organization_id: uuid,
    department_id: nullable(uuid),
    gone_at: nullable(timestamp),
    ...runRates,
    workloads_legacy_hourly: reported.decimal,
    workloads_all_hourly: reported.decimal,
    ...namespaceFields,
  },
  workloads: {
    organization_id: uuid,
    cluster_id: uuid,
    uid: uuid,
    namespace: text,
    name: text,
    gone_at: nullable(timestamp),
    ...runRates,
  },
  team_assignments: {
    organization_id: uuid,
    cluster_id: uuid,
    team_id: uuid,
    entity_type: text,
    entity_identifier: text,
    weight_percentage: numeric,
  },
  teams: { organization_id: uuid, id: uuid, name: text, department_id: nullable(uuid) },
  departments: { organization_id: uuid, id: uuid, name: text },
});

export type ClusterRows = RowsOf<typeof clusterTables>;
