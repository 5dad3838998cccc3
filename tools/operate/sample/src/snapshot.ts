/** The parts of the agent's snapshot that the demo fleet uses. Keys and units are those of the agent. */

export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  reason: string;
  message: string;
}

export type StringMap = Record<string, string>;

export interface GpuDevice {
  uuid: string;
  device_index: string;
  model_name: string;
  utilization_percent: number;
  memory_used_bytes: number;
  memory_total_bytes: number;
}

export interface Node {
  name: string;
  uid: string;
  provider_id: string;
  instance_id: string;
  instance_type: string;
  region: string;
  zone: string;
  capacity_type: string;
  node_group: string;
  architecture: string;
  os: string;
  kubelet_version: string;
  container_runtime: string;
  pod_cidr: string;
  pod_cidrs: string[] | null;
  os_image: string;
  kernel_version: string;
  kube_proxy_version: string;
  cpu_capacity_cores: number;
  memory_capacity_bytes: number;
  ephemeral_storage_bytes: number;
  ephemeral_storage_allocatable: number;
  pod_capacity: number;
  gpu_capacity: number;
  cpu_allocatable: number;
  memory_allocatable: number;
  pod_allocatable: number;
  gpu_allocatable: number;
  cpu_usage_cores?: number;
  memory_usage_bytes?: number;
  gpu_model?: string;
  gpu_driver_version?: string;
  gpu_utilization_percent?: number;
  gpu_memory_used_bytes?: number;
  gpu_memory_total_bytes?: number;
  gpu_devices?: GpuDevice[];
  ready: boolean;
  unschedulable: boolean;
  taints: { key: string; value: string; effect: string }[] | null;
  conditions: Condition[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface Container {
  name: string;
  image: string;
  image_id: string;
  cpu_request_cores: number;
  memory_request_bytes: number;
  cpu_limit_cores: number;
  memory_limit_bytes: number;
  ephemeral_storage_request: number;
  ephemeral_storage_limit: number;
  gpu_request: number;
  gpu_limit: number;
  cpu_usage_cores?: number;
  memory_usage_bytes?: number;
  gpu_utilization_percent?: number;
  gpu_memory_used_bytes?: number;
  ready: boolean;
  started?: boolean;
  restart_count: number;
  state: 'running' | 'waiting' | 'terminated';
  state_reason: string;
  state_message: string;
  last_termination_reason: string;
  exit_code?: number;
  ports: { name: string; container_port: number; protocol: string }[] | null;
}

export interface Pod {
  name: string;
  uid: string;
  namespace: string;
  node_name: string;
  phase: 'Pending' | 'Running' | 'Succeeded' | 'Failed' | 'Unknown';
  reason: string;
  qos_class: 'Guaranteed' | 'Burstable' | 'BestEffort';
  owner_kind: string;
  owner_name: string;
  owner_uid: string;
  containers: Container[] | null;
  init_containers: Container[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
  priority_class_name: string;
  priority: number;
  scheduler_name: string;
  service_account_name: string;
  pod_ip: string;
  host_ip: string;
  host_network: boolean;
  has_hostpath: boolean;
  has_emptydir: boolean;
  conditions: Condition[] | null;
}

export interface ContainerSpec {
  name: string;
  image: string;
  cpu_request_cores: number;
  memory_request_bytes: number;
  cpu_limit_cores: number;
  memory_limit_bytes: number;
  gpu_request: number;
  gpu_limit: number;
}

/** Totals over the pods of a workload, as the agent computes them. */
export interface WorkloadTotals {
  total_cpu_request: number;
  total_memory_request: number;
  total_cpu_limit: number;
  total_memory_limit: number;
  total_cpu_usage?: number;
  total_memory_usage?: number;
}

interface LongRunningWorkload extends WorkloadTotals {
  name: string;
  uid: string;
  namespace: string;
  strategy: string;
  container_specs: ContainerSpec[] | null;
  selector: StringMap | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
  conditions: Condition[] | null;
}

export interface Deployment extends LongRunningWorkload {
  replicas: number;
  ready_replicas: number;
  available_replicas: number;
  unavailable_replicas: number;
  updated_replicas: number;
  max_surge: string;
  max_unavailable: string;
  paused: boolean;
}

export interface StatefulSet extends LongRunningWorkload {
  replicas: number;
  ready_replicas: number;
  available_replicas: number;
  updated_replicas: number;
  service_name: string;
  pod_management_policy: string;
  volume_claim_templates: string[] | null;
}

export interface DaemonSet extends LongRunningWorkload {
  desired_number_scheduled: number;
  current_number_scheduled: number;
  number_ready: number;
  number_available: number;
  number_unavailable: number;
  updated_number_scheduled: number;
  number_misscheduled: number;
}

export interface Job {
  name: string;
  uid: string;
  namespace: string;
  owner_cronjob: string;
  completions: number;
  parallelism: number;
  backoff_limit: number;
  active: number;
  succeeded: number;
  failed: number;
  start_time: number;
  completion_time?: number;
  duration_seconds?: number;
  total_cpu_request: number;
  total_memory_request: number;
  container_specs: ContainerSpec[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
  conditions: Condition[] | null;
}

export interface CronJob {
  name: string;
  uid: string;
  namespace: string;
  schedule: string;
  suspend: boolean;
  concurrency_policy: string;
  last_schedule_time?: number;
  last_successful_time?: number;
  active_jobs: string[] | null;
  container_specs: ContainerSpec[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface Hpa {
  name: string;
  uid: string;
  namespace: string;
  target_kind: string;
  target_name: string;
  target_api_version: string;
  min_replicas: number;
  max_replicas: number;
  current_replicas: number;
  desired_replicas: number;
  metrics: StringMap[] | null;
  current_metrics:
    | {
        type: string;
        resource_name: string;
        current_value: string;
        current_average_value: string;
        current_utilization?: number;
      }[]
    | null;
  conditions: Condition[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
  last_scale_time?: number;
}

export interface TargetWorkload {
  kind: string;
  name: string;
  namespace: string;
}

export interface Pdb {
  name: string;
  uid: string;
  namespace: string;
  match_labels: StringMap | null;
  match_expressions: null;
  target_workloads: TargetWorkload[] | null;
  min_available: string;
  max_unavailable: string;
  current_healthy: number;
  desired_healthy: number;
  disruptions_allowed: number;
  expected_pods: number;
  conditions: Condition[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface Service {
  name: string;
  namespace: string;
  type: string;
  cluster_ip: string;
  session_affinity: string;
  cluster_ips: string[] | null;
  external_ips: string[] | null;
  ports:
    | { name: string; protocol: string; port: number; target_port: string; node_port: number }[]
    | null;
  selector: StringMap | null;
  target_workloads: TargetWorkload[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface Ingress {
  name: string;
  namespace: string;
  ingress_class_name: string;
  rules:
    | {
        host: string;
        paths: {
          path: string;
          path_type: string;
          backend_service: string;
          backend_port: string;
        }[];
      }[]
    | null;
  tls: { hosts: string[]; secret_name: string }[] | null;
  load_balancer_hostnames: string[] | null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface PersistentVolume {
  name: string;
  capacity: number;
  access_modes: string[] | null;
  reclaim_policy: string;
  storage_class_name: string;
  volume_mode: string;
  phase: string;
  mount_options: null;
  source: {
    type: string;
    csi_driver: string;
    csi_volume_handle: string;
    csi_fs_type: string;
    aws_volume_id: string;
    aws_partition: number;
    nfs_server: string;
    nfs_path: string;
  };
  claim_ref: { namespace: string; name: string; uid: string };
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface PersistentVolumeClaim {
  name: string;
  namespace: string;
  phase: string;
  access_modes: string[] | null;
  storage_class_name: string;
  volume_mode: string;
  volume_name: string;
  requested_bytes: number;
  capacity_bytes: number;
  mounted_by_pods: null;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
  conditions: null;
}

export interface StorageClass {
  name: string;
  provisioner: string;
  reclaim_policy: string;
  volume_binding_mode: string;
  allow_volume_expansion: boolean;
  is_default: boolean;
  parameters: StringMap | null;
  mount_options: null;
  labels: StringMap | null;
  annotations: StringMap | null;
}

export interface Namespace {
  name: string;
  phase: string;
  labels: StringMap | null;
  annotations: StringMap | null;
  creation_timestamp: number;
}

export interface ResourceQuota {
  name: string;
  namespace: string;
  hard: StringMap | null;
  used: StringMap | null;
  labels: StringMap | null;
}

export interface LimitRange {
  name: string;
  namespace: string;
  limits:
    | {
        type: string;
        default: StringMap | null;
        default_request: StringMap | null;
        max: StringMap | null;
        min: StringMap | null;
        max_limit_request_ratio: StringMap | null;
      }[]
    | null;
}

export interface PriorityClass {
  name: string;
  preemption_policy: string;
  description: string;
  value: number;
  global_default: boolean;
}

export interface Summary {
  node_count: number;
  pod_count: number;
  running_pod_count: number;
  pending_pod_count: number;
  failed_pod_count: number;
  succeeded_pod_count: number;
  namespace_count: number;
  deployment_count: number;
  statefulset_count: number;
  daemonset_count: number;
  job_count: number;
  cronjob_count: number;
  custom_workload_count: number;
  hpa_count: number;
  service_count: number;
  ingress_count: number;
  pv_count: number;
  pvc_count: number;
  container_count: number;
  total_cpu_capacity: number;
  total_cpu_allocatable: number;
  total_cpu_requested: number;
  total_cpu_usage: number | null;
  total_memory_capacity: number;
  total_memory_allocatable: number;
  total_memory_requested: number;
  total_memory_usage: number | null;
  total_gpu_capacity: number;
  total_gpu_requested: number;
  total_gpu_usage?: number;
  total_gpu_memory_used?: number;
  total_gpu_memory_total?: number;
  gpu_metrics_available: boolean;
  total_storage_capacity: number;
  total_storage_requested: number;
  metrics_available: boolean;
}

export interface AgentHealth {
  snapshots_sent_total: number;
  snapshots_failed_total: number;
  snapshots_total: number;
  snapshots_sent_delta: number;
  snapshots_failed_delta: number;
  state: string;
  last_build_duration_ms: number;
  last_metrics_collect_duration_ms: number;
  last_send_duration_ms: number;
  encode_duration_ms: number;
  original_size_bytes: number;
  compressed_size_bytes: number;
  compression_factor: number;
  node_count: number;
  pod_count: number;
  container_count: number;
  workload_count: number;
  service_count: number;
  hpa_count: number;
  pdb_count: number;
  pv_count: number;
  metrics_server_available: boolean;
  vpa_available: boolean;
  karpenter_available: boolean;
  gpu_metrics_available: boolean;
  dcgm_exporter_targets: number;
  dcgm_exporter_up_targets: number;
  informers_synced: boolean;
  informers_healthy: number;
  informers_total: number;
  api_calls_total: number;
  api_calls_failed: number;
  active_errors_count: number;
  uptime_seconds: number;
  started_at: number;
  collected_at: number;
  chart_version: string;
  helm_release_name: string;
  pod_name: string;
  pod_namespace: string;
  node_name: string;
  /** What the agent cannot see at the moment; absent if it sees everything. */
  stale_resources?: string[];
}

/** The lists of a snapshot. */
export interface SnapshotObjects {
  nodes: Node[];
  pods: Pod[];
  namespaces: Namespace[];
  deployments: Deployment[];
  statefulsets: StatefulSet[];
  daemonsets: DaemonSet[];
  jobs: Job[];
  cronjobs: CronJob[];
  custom_workloads: [];
  hpas: Hpa[];
  pdbs: Pdb[];
  services: Service[];
  ingresses: Ingress[];
  pvs: PersistentVolume[];
  pvcs: PersistentVolumeClaim[];
  storage_classes: StorageClass[];
  priority_classes: PriorityClass[];
  limit_ranges: LimitRange[];
  resource_quotas: ResourceQuota[];
}

export interface Snapshot extends SnapshotObjects {
  snapshot_id: string;
  /** Always empty, because the agent does not know its cluster. */
  cluster_id: '';
  /** In Unix milliseconds. */
  timestamp: number;
  agent_version: string;
  provider: string;
  region: string;
  cloud_account_id: string;
  kubernetes_version: string;
  summary: Summary;
  health: AgentHealth;
}
