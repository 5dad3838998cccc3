import { Type, type Static, type TSchema } from 'typebox';

// The parts of an agent's snapshot that are used. Unknown keys are accepted and ignored, so that
// newer agents work; keys that older agents lack, or that are only descriptive, are optional.

const optional = Type.Optional;
const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const list = <Schema extends TSchema>(item: Schema) => optional(nullable(Type.Array(item)));

// Descriptive texts that are too long are truncated, not rejected.
const Text = Type.String({ cut: 'text' });
// Names become keys, and an index limits their length; Kubernetes limits names to 253 characters.
const maxNameLength = 512;
const Name = Type.String({ minLength: 1, maxLength: maxNameLength });
const NameOrNone = Type.String({ maxLength: maxNameLength });
const Uid = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'a UUID in lower case',
});
const Cores = Type.Number({ minimum: 0, maximum: 1e9 });
// Any 64-bit integer; as a JSON number, the largest one is read as 2^63.
const Bytes = Type.Integer({
  minimum: 0,
  maximum: 2 ** 63,
  description: 'an integer of 0 to 9223372036854775807',
});
const Count = Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1 });
const Percent = Type.Number({ minimum: 0, maximum: 1e6 });
// In the years 1 to 9999; a negative value means "unknown".
const Instant = Type.Integer({ minimum: -62135596800000, maximum: 253402300799999 });
// TypeBox's own pattern matches no line breaks, so that values under such keys would not be checked.
const AnyKey = Type.String({ pattern: '^[^]*$' });
const Labels = optional(nullable(Type.Record(AnyKey, Type.String(), { cut: 'labels' })));

const Condition = Type.Object({ type: Text, status: Text, reason: optional(Text) });

const Node = Type.Object({
  name: Name,
  uid: Uid,
  provider_id: optional(Text),
  instance_type: optional(Text),
  region: optional(Text),
  zone: optional(Text),
  capacity_type: optional(Text),
  node_group: optional(NameOrNone),
  architecture: optional(Text),
  os: optional(Text),
  kubelet_version: optional(Text),
  cpu_capacity_cores: Cores,
  cpu_allocatable: Cores,
  memory_capacity_bytes: Bytes,
  memory_allocatable: Bytes,
  ephemeral_storage_bytes: optional(Bytes),
  pod_allocatable: optional(Count),
  gpu_capacity: optional(Count),
  gpu_allocatable: optional(Count),
  cpu_usage_cores: optional(Cores),
  memory_usage_bytes: optional(Bytes),
  gpu_model: optional(Text),
  gpu_utilization_percent: optional(Percent),
  gpu_memory_used_bytes: optional(Bytes),
  gpu_memory_total_bytes: optional(Bytes),
  ready: Type.Boolean(),
  unschedulable: Type.Boolean(),
  labels: Labels,
  creation_timestamp: optional(Instant),
});

const Container = Type.Object({
  name: Name,
  image: optional(Text),
  cpu_request_cores: Cores,
  memory_request_bytes: Bytes,
  cpu_limit_cores: optional(Cores),
  memory_limit_bytes: optional(Bytes),
  gpu_request: optional(Count),
  cpu_usage_cores: optional(Cores),
  memory_usage_bytes: optional(Bytes),
  ready: optional(Type.Boolean()),
  restart_count: optional(Count),
  state: optional(Text),
  state_reason: optional(Text),
  last_termination_reason: optional(Text),
});

const Pod = Type.Object({
  name: Name,
  uid: Uid,
  namespace: Name,
  node_name: NameOrNone,
  phase: Name,
  reason: optional(Text),
  qos_class: optional(Text),
  owner_kind: Text,
  owner_name: NameOrNone,
  owner_uid: Text,
  containers: nullable(Type.Array(Container)),
  labels: Labels,
  creation_timestamp: optional(Instant),
  priority_class_name: optional(Text),
  service_account_name: optional(Text),
  pod_ip: optional(Text),
  host_ip: optional(Text),
  host_network: optional(Type.Boolean()),
  has_hostpath: optional(Type.Boolean()),
  has_emptydir: optional(Type.Boolean()),
});

const Namespace = Type.Object({
  name: Name,
  // No agent sends it so far.
  uid: optional(nullable(Text)),
  labels: Labels,
  annotations: Labels,
  creation_timestamp: optional(Instant),
});

const workload = {
  name: Name,
  uid: Uid,
  namespace: Name,
  labels: Labels,
  annotations: Labels,
  creation_timestamp: optional(Instant),
};
const conditions = list(Condition);

const Deployment = Type.Object({
  ...workload,
  replicas: Count,
  available_replicas: Count,
  unavailable_replicas: optional(Count),
  updated_replicas: optional(Count),
  conditions,
  paused: optional(Type.Boolean()),
});

const StatefulSet = Type.Object({
  ...workload,
  replicas: Count,
  available_replicas: Count,
  updated_replicas: optional(Count),
  volume_claim_templates: list(Text),
});

const DaemonSet = Type.Object({
  ...workload,
  desired_number_scheduled: Count,
  number_ready: Count,
  number_available: optional(Count),
  number_unavailable: optional(Count),
  updated_number_scheduled: optional(Count),
});

const Job = Type.Object({
  ...workload,
  owner_cronjob: optional(NameOrNone),
  active: optional(Count),
  conditions,
});

const CronJob = Type.Object({
  ...workload,
  suspend: optional(Type.Boolean()),
  active_jobs: list(Text),
});

const HorizontalPodAutoscaler = Type.Object({
  namespace: Name,
  target_kind: Text,
  target_name: Text,
  metrics: list(
    Type.Object({
      type: optional(Text),
      resource_name: optional(Text),
      container_name: optional(NameOrNone),
      target_type: optional(Text),
      target_value: optional(Text),
    }),
  ),
});

const PersistentVolume = Type.Object({
  name: Name,
  capacity: Bytes,
  storage_class_name: optional(Text),
  phase: optional(Text),
  claim_ref: optional(nullable(Type.Object({ namespace: NameOrNone, name: NameOrNone }))),
  creation_timestamp: optional(Instant),
});

const PersistentVolumeClaim = Type.Object({ namespace: Name, name: Name });

const ResourceQuota = Type.Object({
  namespace: Name,
  hard: optional(nullable(Type.Record(AnyKey, Type.String()))),
});

export const SnapshotSchema = Type.Object({
  snapshot_id: Uid,
  timestamp: Type.Integer({ minimum: 1, maximum: 253402300799999 }),
  agent_version: optional(Text),
  provider: optional(Text),
  region: optional(Text),
  kubernetes_version: optional(Text),
  nodes: Type.Array(Node),
  pods: Type.Array(Pod),
  namespaces: Type.Array(Namespace),
  deployments: Type.Array(Deployment),
  statefulsets: Type.Array(StatefulSet),
  daemonsets: Type.Array(DaemonSet),
  jobs: Type.Array(Job),
  cronjobs: Type.Array(CronJob),
  hpas: Type.Array(HorizontalPodAutoscaler),
  pvs: Type.Array(PersistentVolume),
  pvcs: Type.Array(PersistentVolumeClaim),
  resource_quotas: Type.Array(ResourceQuota),
  summary: optional(Type.Object({ metrics_available: optional(Type.Boolean()) })),
  health: optional(Type.Object({ stale_resources: list(Text), error_codes: list(Text) })),
});

/** The complete state of one cluster at one instant, as the in-cluster agent sends it. */
export type Snapshot = Static<typeof SnapshotSchema>;
export type SnapshotNode = Static<typeof Node>;
export type SnapshotPod = Static<typeof Pod>;
export type SnapshotContainer = Static<typeof Container>;
export type SnapshotDeployment = Static<typeof Deployment>;
export type SnapshotStatefulSet = Static<typeof StatefulSet>;
export type SnapshotDaemonSet = Static<typeof DaemonSet>;
export type SnapshotJob = Static<typeof Job>;
export type SnapshotCronJob = Static<typeof CronJob>;
export type SnapshotAutoscaler = Static<typeof HorizontalPodAutoscaler>;
