import { readFile } from 'node:fs/promises';
import { zstdDecompressSync } from 'node:zlib';

type Labels = Record<string, string> | null;

/** What the expectations read of an agent's snapshot. */
export interface Snapshot {
  readonly timestamp: number;
  readonly agent_version: string;
  readonly kubernetes_version: string;
  readonly provider: string;
  readonly region: string;
  readonly nodes: readonly SnapshotNode[];
  readonly pods: readonly SnapshotPod[];
  readonly namespaces: readonly {
    readonly name: string;
    readonly labels: Labels;
    readonly creation_timestamp: number;
  }[];
  readonly deployments: readonly SnapshotDeployment[];
  readonly statefulsets: readonly SnapshotStatefulSet[];
  readonly daemonsets: readonly SnapshotDaemonSet[];
  readonly jobs: readonly SnapshotJob[];
  readonly cronjobs: readonly SnapshotCronJob[];
  readonly hpas: readonly {
    readonly namespace: string;
    readonly target_kind: string;
    readonly target_name: string;
  }[];
  readonly pvs: readonly SnapshotVolume[];
  readonly pvcs: readonly { readonly namespace: string; readonly name: string }[];
  readonly resource_quotas: readonly {
    readonly namespace: string;
    readonly hard: Readonly<Record<string, string>>;
  }[];
}

export interface SnapshotNode {
  readonly name: string;
  readonly uid: string;
  readonly provider_id: string;
  readonly instance_type: string;
  readonly region: string;
  readonly zone: string;
  readonly capacity_type: string;
  readonly node_group: string;
  readonly architecture: string;
  readonly os: string;
  readonly kubelet_version: string;
  readonly cpu_capacity_cores: number;
  readonly cpu_allocatable: number;
  readonly memory_capacity_bytes: number;
  readonly memory_allocatable: number;
  readonly ephemeral_storage_bytes: number;
  readonly pod_allocatable: number;
  readonly gpu_capacity: number;
  readonly gpu_allocatable: number;
  readonly gpu_model?: string;
  readonly cpu_usage_cores?: number;
  readonly memory_usage_bytes?: number;
  readonly ready: boolean;
  readonly unschedulable: boolean;
  readonly labels: Labels;
  readonly creation_timestamp: number;
}

export interface SnapshotContainer {
  readonly cpu_request_cores: number;
  readonly cpu_limit_cores: number;
  readonly cpu_usage_cores?: number;
  readonly memory_request_bytes: number;
  readonly memory_limit_bytes: number;
  readonly memory_usage_bytes?: number;
  readonly gpu_request: number;
  readonly ready: boolean;
  readonly restart_count: number;
  readonly state: string;
  readonly state_reason: string;
  readonly last_termination_reason: string;
}

export interface SnapshotPod {
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
  readonly node_name: string;
  readonly phase: string;
  readonly reason: string;
  readonly qos_class: string;
  readonly owner_kind: string;
  readonly owner_name: string;
  readonly owner_uid: string;
  readonly containers: readonly SnapshotContainer[];
  readonly labels: Labels;
  readonly creation_timestamp: number;
  readonly priority_class_name: string;
  readonly service_account_name: string;
  readonly pod_ip: string;
  readonly host_ip: string;
  readonly host_network: boolean;
  readonly has_hostpath: boolean;
  readonly has_emptydir: boolean;
}

export interface SnapshotVolume {
  readonly name: string;
  readonly capacity: number;
  readonly phase: string;
  readonly claim_ref?: { readonly namespace: string; readonly name: string };
}

interface SnapshotWorkload {
  readonly name: string;
  readonly uid: string;
  readonly namespace: string;
  readonly labels: Labels;
  readonly creation_timestamp: number;
}
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}
export interface SnapshotDeployment extends SnapshotWorkload {
  readonly replicas: number;
  readonly available_replicas: number;
  readonly unavailable_replicas: number;
  readonly updated_replicas: number;
  readonly paused: boolean;
  readonly conditions: readonly Condition[] | null;
}
export interface SnapshotStatefulSet extends SnapshotWorkload {
  readonly replicas: number;
  readonly available_replicas: number;
  readonly updated_replicas: number;
  readonly volume_claim_templates: readonly string[] | null;
}
export interface SnapshotDaemonSet extends SnapshotWorkload {
  readonly desired_number_scheduled: number;
  readonly number_available: number;
  readonly number_unavailable: number;
  readonly updated_number_scheduled: number;
}
export interface SnapshotJob extends SnapshotWorkload {
  readonly owner_cronjob: string;
  readonly active: number;
  readonly conditions: readonly Condition[] | null;
}
export interface SnapshotCronJob extends SnapshotWorkload {
  readonly suspend: boolean;
  readonly active_jobs: readonly string[] | null;
}

/** A snapshot from a file, plain or compressed. */
export async function readSnapshot(path: string): Promise<Snapshot> {
  const bytes = await readFile(path);
  const text = path.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes;
  return JSON.parse(text.toString()) as Snapshot;
}
