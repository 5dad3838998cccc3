import { columns, defineTables, nullable, type RowsOf } from '@costplane/plugin-api';

const { bigint, boolean, integer, json, numeric, text, timestamp, uuid } = columns;

const labels = json<Record<string, string>>();

/** Requests and usage. */
const use = {
  cpu_limit_cores: numeric,
  memory_limit_bytes: bigint,
  cpu_requested_cores: numeric,
  cpu_used_cores: nullable(numeric),
  memory_requested_bytes: bigint,
  memory_used_bytes: nullable(bigint),
};

/** Direct cost; null when unknown. */
const directCost = {
  compute_cpu_hourly: nullable(numeric),
  compute_ram_hourly: nullable(numeric),
  compute_gpu_hourly: nullable(numeric),
  is_compute_partial: boolean,
  cost_updated_at: timestamp,
};

const runRate = {
  run_rate_legacy_hourly: nullable(numeric),
  run_rate_all_hourly: nullable(numeric),
  run_rate_legacy_rank: bigint,
};

/** Columns of a workload that are returned as they are stored. */
export const workloadFields = {
  cluster_id: uuid,
  uid: uuid,
  namespace: text,
  name: text,
  kind: text,
  labels,
  page_bytes: integer,
  service_account_name: text,
  status: text,
  status_reason: text,
  is_suspended: boolean,
  is_paused: boolean,
  has_hpa: boolean,
  created_at_k8s: nullable(timestamp),
  last_seen_at: timestamp,
  ...use,
  replicas_desired: nullable(integer),
  replicas_available: nullable(integer),
  replicas_unavailable: nullable(integer),
  replicas_updated: nullable(integer),
  pods: integer,
  running_pods: integer,
  containers: integer,
  ...directCost,
  storage_pv_hourly: nullable(numeric),
};

/** Columns of a pod that are returned as they are stored. */
export const podFields = {
  cluster_id: uuid,
  uid: uuid,
  namespace: text,
  name: text,
  workload_uid: nullable(uuid),
  workload_kind: text,
  workload_name: text,
  node_uid: nullable(uuid),
  node_name: text,
  phase: text,
  reason: text,
  qos_class: text,
  pod_ip: text,
  host_ip: text,
  host_network: boolean,
  priority_class: text,
  has_hostpath: boolean,
  has_emptydir: boolean,
  labels,
  page_bytes: integer,
  created_at_k8s: nullable(timestamp),
  last_seen_at: timestamp,
  ...use,
  containers: integer,
  running_containers: integer,
  ready_containers: integer,
  restarts_total: bigint,
  oom_kills_total: bigint,
  ...directCost,
  run_rate_legacy_rank: bigint,
};

/** All columns that this plugin reads. */
export const workloadTables = defineTables({
  clusters: { organization_id: uuid, id: uuid, name: text },
  workloads: {
    organization_id: uuid,
    gone_at: nullable(timestamp),
    run_rate_all_rank: bigint,
    ...runRate,
    ...workloadFields,
  },
  pods: {
    organization_id: uuid,
    gone_at: nullable(timestamp),
    ...runRate,
    ...podFields,
  },
  teams: { organization_id: uuid, id: uuid, name: text, department_id: nullable(uuid) },
  departments: { organization_id: uuid, id: uuid, name: text },
  workload_teams: {
    organization_id: uuid,
    team_id: uuid,
    cluster_id: uuid,
    workload_uid: uuid,
    run_rate_legacy_rank: bigint,
    run_rate_all_rank: bigint,
  },
});

export type WorkloadRows = RowsOf<typeof workloadTables>;

/** The same tables for queries that alias their main table to `workload`. */
export type WorkloadTables = WorkloadRows & { readonly workload: WorkloadRows['workloads'] };
