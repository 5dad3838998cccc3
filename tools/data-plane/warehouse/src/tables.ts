import { type GeneratedAlways } from 'kysely';
import { type Defaulted, type Int8, type Json, type Timestamp } from './column-types.ts';
import { type DataPlaneTables } from './data-plane-tables.ts';
import { type LedgerTables } from './ledger-tables.ts';

// Types for writers. A numeric is a string in both directions, so that no amount passes through a
// float.

/** Currency per hour; null if unknown. See migrations/cost-columns.ts. */
export interface RunRate {
  compute_cpu_hourly: string | null;
  compute_ram_hourly: string | null;
  compute_gpu_hourly: string | null;
  run_rate_legacy_hourly: GeneratedAlways<string | null>;
  run_rate_legacy_rank: GeneratedAlways<string>;
  run_rate_all_hourly: GeneratedAlways<string | null>;
  run_rate_all_rank: GeneratedAlways<string>;
}

export interface OrganizationsTable {
  id: Defaulted<string>;
  name: string;
  domain: Defaulted<string>;
  plan_type: Defaulted<string>;
  currency: Defaulted<string>;
  is_active: Defaulted<boolean>;
  /** Total over its clusters; null: no limit. */
  cpu_limit_cores: Defaulted<string | null>;
  /** False for a copy that is not the home: created by a move in progress, or left behind by one. */
  is_home: Defaulted<boolean>;
  /** False while a move ends. */
  is_writable: Defaulted<boolean>;
  created_at: Defaulted<Timestamp>;
}

export interface OrganizationHomesTable {
  organization_id: string;
  name: string;
  database: string;
}

export interface CredentialHomesTable {
  organization_id: string;
  credential_hash: Buffer;
}

export interface ApiKeysTable {
  organization_id: string;
  id: Defaulted<string>;
  name: Defaulted<string>;
  key_hash: Buffer;
  key_hint: string;
  scopes: string[];
  allowed_cluster_ids: string[] | null;
  requests_per_minute: number | null;
  created_at: Defaulted<Timestamp>;
  revoked_at: Timestamp | null;
}

export interface AgentTokensTable {
  organization_id: string;
  id: Defaulted<string>;
  cluster_id: string;
  token_hash: Buffer;
  token_hint: string;
  created_at: Defaulted<Timestamp>;
  revoked_at: Timestamp | null;
}

export interface SettingsTable {
  name: string;
  value: string;
}

export interface ClustersTable extends RunRate {
  organization_id: string;
  id: Defaulted<string>;
  name: string;
  environment: Defaulted<string>;
  status: Defaulted<string>;
  discovery_source: Defaulted<string>;
  provider: Defaulted<string>;
  service: Defaulted<string>;
  region: Defaulted<string>;
  availability_zones: Defaulted<string[]>;
  k8s_version: Defaulted<string>;
  agent_version: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  last_seen_at: Timestamp | null;
  cpu_total_cores: string | null;
  cpu_allocatable_cores: string | null;
  memory_total_bytes: Int8 | null;
  memory_allocatable_bytes: Int8 | null;
  gpu_total: number | null;
  gpu_allocatable: number | null;
  gpu_models: string[] | null;
  storage_total_bytes: Int8 | null;
  pods_allocatable: number | null;
  cpu_requested_cores: string | null;
  cpu_used_cores: string | null;
  memory_requested_bytes: Int8 | null;
  memory_used_bytes: Int8 | null;
  measured_allocatable_cores: string | null;
  measured_allocatable_bytes: Int8 | null;
  gpu_utilization_percent: string | null;
  gpu_memory_used_bytes: Int8 | null;
  gpu_memory_total_bytes: Int8 | null;
  restarts_total: Int8 | null;
  oom_kills_total: Int8 | null;
  nodes: number | null;
  namespaces: number | null;
  workloads: number | null;
  deployments: number | null;
  statefulsets: number | null;
  daemonsets: number | null;
  jobs: number | null;
  cronjobs: number | null;
  pods: number | null;
  running_pods: number | null;
  containers: number | null;
  running_containers: number | null;
  persistent_volumes: number | null;
  storage_pv_hourly: string | null;
  management_hourly: string | null;
  workloads_legacy_hourly: string | null;
  workloads_all_hourly: string | null;
  is_compute_partial: Defaulted<boolean>;
  is_storage_partial: Defaulted<boolean>;
  cost_updated_at: Timestamp | null;
}

export interface SnapshotsTable {
  organization_id: string;
  cluster_id: string;
  snapshot_id: string;
  taken_at: Timestamp;
  ingested_at: Defaulted<Timestamp>;
  agent_version: Defaulted<string>;
}

export interface NodesTable extends RunRate {
  organization_id: string;
  cluster_id: string;
  uid: string;
  name: string;
  provider_id: Defaulted<string>;
  instance_type: Defaulted<string>;
  node_group: Defaulted<string>;
  region: Defaulted<string>;
  availability_zone: Defaulted<string>;
  node_role: Defaulted<string>;
  capacity_type: Defaulted<string>;
  architecture: Defaulted<string>;
  operating_system: Defaulted<string>;
  kubelet_version: Defaulted<string>;
  is_spot: boolean;
  is_ready: boolean;
  is_schedulable: boolean;
  labels: Defaulted<Json>;
  page_bytes: GeneratedAlways<number>;
  created_at_k8s: Timestamp | null;
  last_seen_at: Timestamp;
  gone_at: Timestamp | null;
  cpu_total_cores: string;
  cpu_allocatable_cores: string;
  memory_total_bytes: Int8;
  memory_allocatable_bytes: Int8;
  gpu_total: number;
  gpu_allocatable: number;
  gpu_model: Defaulted<string>;
  ephemeral_storage_total_bytes: Int8;
  pods_allocatable: number;
  cpu_requested_cores: Defaulted<string>;
  memory_requested_bytes: Defaulted<Int8>;
  cpu_used_cores: string | null;
  memory_used_bytes: Int8 | null;
  gpu_utilization_percent: string | null;
  gpu_memory_used_bytes: Int8 | null;
  gpu_memory_total_bytes: Int8 | null;
  pods: Defaulted<number>;
  running_pods: Defaulted<number>;
  workloads_hourly: string | null;
  on_demand_equivalent_hourly: string | null;
  pricing_source: string;
  cost_updated_at: Timestamp;
}

export interface NamespacesTable extends RunRate {
  organization_id: string;
  cluster_id: string;
  id: string;
  name: string;
  uid_k8s: string | null;
  labels: Defaulted<Json>;
  annotations: Defaulted<Json>;
  page_bytes: GeneratedAlways<number>;
  /** From a label, if the namespace has no team. */
  department_id: string | null;
  created_at_k8s: Timestamp | null;
  last_seen_at: Timestamp;
  gone_at: Timestamp | null;
  cpu_quota_cores: string | null;
  memory_quota_bytes: Int8 | null;
  cpu_requested_cores: string;
  cpu_used_cores: string | null;
  memory_requested_bytes: Int8;
  memory_used_bytes: Int8 | null;
  workloads: number;
  deployments: number;
  statefulsets: number;
  daemonsets: number;
  jobs: number;
  cronjobs: number;
  pods: number;
  running_pods: number;
  containers: number;
  persistent_volumes: number;
  storage_pv_hourly: string | null;
  workloads_legacy_hourly: string | null;
  workloads_all_hourly: string | null;
  is_compute_partial: Defaulted<boolean>;
  is_storage_partial: Defaulted<boolean>;
  cost_updated_at: Timestamp;
}

export interface WorkloadsTable extends RunRate {
  organization_id: string;
  cluster_id: string;
  uid: string;
  namespace: string;
  name: string;
  kind: string;
  labels: Defaulted<Json>;
  annotations: Defaulted<Json>;
  page_bytes: GeneratedAlways<number>;
  service_account_name: Defaulted<string>;
  status: Defaulted<string>;
  status_reason: Defaulted<string>;
  is_suspended: Defaulted<boolean>;
  is_paused: Defaulted<boolean>;
  has_hpa: Defaulted<boolean>;
  /** Percentage of the CPU request, by container; `''` for the whole pod. */
  hpa_cpu_targets: Defaulted<Json>;
  created_at_k8s: Timestamp | null;
  last_seen_at: Timestamp;
  gone_at: Timestamp | null;
  cpu_limit_cores: string;
  memory_limit_bytes: Int8;
  cpu_requested_cores: string;
  cpu_used_cores: string | null;
  memory_requested_bytes: Int8;
  memory_used_bytes: Int8 | null;
  replicas_desired: number | null;
  replicas_available: number | null;
  replicas_unavailable: number | null;
  replicas_updated: number | null;
  pods: number;
  running_pods: number;
  containers: number;
  restarts_total: Defaulted<Int8>;
  oom_kills_total: Defaulted<Int8>;
  storage_pv_hourly: string | null;
  is_compute_partial: Defaulted<boolean>;
  is_storage_partial: Defaulted<boolean>;
  cost_updated_at: Timestamp;
}

export interface PodsTable extends RunRate {
  organization_id: string;
  cluster_id: string;
  uid: string;
  namespace: string;
  name: string;
  workload_uid: string | null;
  workload_kind: Defaulted<string>;
  workload_name: Defaulted<string>;
  node_uid: string | null;
  node_name: Defaulted<string>;
  phase: string;
  reason: Defaulted<string>;
  qos_class: Defaulted<string>;
  pod_ip: Defaulted<string>;
  host_ip: Defaulted<string>;
  host_network: Defaulted<boolean>;
  priority_class: Defaulted<string>;
  service_account_name: Defaulted<string>;
  has_hostpath: Defaulted<boolean>;
  has_emptydir: Defaulted<boolean>;
  labels: Defaulted<Json>;
  page_bytes: GeneratedAlways<number>;
  created_at_k8s: Timestamp | null;
  last_seen_at: Timestamp;
  gone_at: Timestamp | null;
  cpu_limit_cores: string;
  memory_limit_bytes: Int8;
  cpu_requested_cores: string;
  cpu_used_cores: string | null;
  memory_requested_bytes: Int8;
  memory_used_bytes: Int8 | null;
  gpu_requested: Defaulted<number>;
  containers: number;
  running_containers: number;
  ready_containers: number;
  restarts_total: Defaulted<Int8>;
  oom_kills_total: Defaulted<Int8>;
  is_compute_partial: Defaulted<boolean>;
  cost_updated_at: Timestamp;
}

export interface ContainersTable {
  organization_id: string;
  cluster_id: string;
  pod_uid: string;
  name: string;
  image: Defaulted<string>;
  cpu_requested_cores: string;
  cpu_limit_cores: string;
  memory_requested_bytes: Int8;
  memory_limit_bytes: Int8;
  gpu_requested: Defaulted<number>;
  state: Defaulted<string>;
  is_ready: Defaulted<boolean>;
  restart_count: Defaulted<Int8>;
  last_termination_reason: Defaulted<string>;
  terminations_total: Defaulted<Int8>;
  oom_kills_total: Defaulted<Int8>;
  oom_killed_memory_requested_bytes: Int8 | null;
  oom_killed_memory_limit_bytes: Int8 | null;
  oom_killed_at: Timestamp | null;
}

export interface PersistentVolumesTable {
  organization_id: string;
  cluster_id: string;
  name: string;
  storage_class: Defaulted<string>;
  phase: Defaulted<string>;
  capacity_bytes: Int8;
  id: GeneratedAlways<string>;
  claim_namespace: string | null;
  claim_name: string | null;
  /** Null while it has a claim. */
  unclaimed_since: GeneratedAlways<Timestamp | null>;
  workload_uid: string | null;
  created_at_k8s: Timestamp | null;
  last_seen_at: Timestamp;
  gone_at: Timestamp | null;
  storage_pv_hourly: string | null;
  storage_pv_rank: GeneratedAlways<string>;
  pricing_source: string;
  cost_updated_at: Timestamp;
}

export interface DepartmentsTable {
  organization_id: string;
  id: Defaulted<string>;
  name: string;
  description: Defaulted<string>;
  origin: Defaulted<string>;
  owner_email: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TeamsTable {
  organization_id: string;
  id: Defaulted<string>;
  department_id: string | null;
  name: string;
  description: Defaulted<string>;
  origin: Defaulted<string>;
  owner_email: Defaulted<string>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

export interface TeamAssignmentsTable {
  organization_id: string;
  id: Defaulted<string>;
  team_id: string;
  cluster_id: string;
  entity_type: string;
  entity_identifier: string;
  entity_name: string;
  entity_namespace: string;
  weight_percentage: string;
  source: string;
  assigned_by_user_id: string | null;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

/** The owners of workloads after all rules; see migrations/0004-inventory.ts. */
export interface WorkloadTeamsTable {
  organization_id: string;
  team_id: string;
  cluster_id: string;
  workload_uid: string;
  weight_percentage: string;
  run_rate_legacy_rank: Int8;
  run_rate_all_rank: Int8;
}

export interface AssignmentFiguresTable {
  organization_id: string;
  cluster_id: string;
  digest: string;
  teams: string[];
  weights: string[];
  compute_cpu_hourly: string | null;
  compute_ram_hourly: string | null;
  compute_gpu_hourly: string | null;
  storage_pv_hourly: string | null;
  is_compute_partial: boolean;
  cost_updated_at: Timestamp | null;
  workloads: number;
  volumes: number;
}

export interface RecommendationsTable {
  organization_id: string;
  id: Defaulted<string>;
  cluster_id: string;
  recommendation_type: Defaulted<string>;
  resource_type: string;
  resource_uid: string;
  resource_name: string;
  namespace: Defaulted<string>;
  title: string;
  description: Defaulted<string>;
  cause: Defaulted<string>;
  risk_level: string;
  priority: GeneratedAlways<string>;
  status: Defaulted<string>;
  data_points_analyzed: Defaulted<Int8>;
  current_config: Defaulted<Json>;
  current_hourly_cost: string | null;
  recommended_config: Defaulted<Json>;
  applied_config: Defaulted<Json>;
  estimated_savings_hourly: string;
  estimated_savings_rank: GeneratedAlways<string>;
  metrics_snapshot: Defaulted<Json>;
  created_at: Defaulted<Timestamp>;
  updated_at: Defaulted<Timestamp>;
}

/** Versions of the data that the service reads; see migrations/0014-versions.ts. */
export interface VersionsTable {
  organization_id: string | null;
  cluster_id: string | null;
  is_locked: Defaulted<boolean>;
  version: Int8;
  organization_version: Defaulted<Int8>;
}

export interface Warehouse extends LedgerTables, DataPlaneTables {
  organizations: OrganizationsTable;
  api_keys: ApiKeysTable;
  agent_tokens: AgentTokensTable;
  settings: SettingsTable;
  organization_homes: OrganizationHomesTable;
  credential_homes: CredentialHomesTable;
  clusters: ClustersTable;
  snapshots: SnapshotsTable;
  nodes: NodesTable;
  namespaces: NamespacesTable;
  workloads: WorkloadsTable;
  pods: PodsTable;
  containers: ContainersTable;
  persistent_volumes: PersistentVolumesTable;
  departments: DepartmentsTable;
  teams: TeamsTable;
  team_assignments: TeamAssignmentsTable;
  workload_teams: WorkloadTeamsTable;
  assignment_figures: AssignmentFiguresTable;
  recommendations: RecommendationsTable;
  versions: VersionsTable;
}
