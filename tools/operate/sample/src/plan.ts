import { type ClusterSpec, type NodeGroupSpec } from './clusters.ts';
import { type MachineType } from './machine-types.ts';
import { type Owner } from './namespaces.ts';
import { type Presence } from './presence.ts';

/** The part of a cluster that does not change with time. It depends on names only. */
export interface ClusterLayout {
  spec: ClusterSpec;
  /** Index of the cluster in its fleet, from 0. */
  index: number;
  machines: readonly MachinePlan[];
  namespaces: readonly string[];
  workloads: readonly WorkloadPlan[];
  slots: readonly PodSlot[];
  /** Slots of added replicas, by machine. */
  added: ReadonlyMap<MachinePlan | undefined, readonly PodSlot[]>;
}

/** A cluster at a moment: its nodes and pods. */
export interface ClusterPlan {
  spec: ClusterSpec;
  nodes: readonly NodePlan[];
  namespaces: readonly string[];
  /** With their replicas at the moment. */
  workloads: readonly WorkloadPlan[];
  pods: readonly PodPlan[];
}

/**
 * A position for a node in a group. `lasting`: one permanent node; `spot`: a node that is replaced
 * from time to time; `elastic`: a node while replicas need it; `reserved`: a node while its single
 * replica runs.
 */
export interface MachinePlan {
  /** Index in the cluster, from 0. */
  position: number;
  /** Index in its group, from 0. */
  index: number;
  supply: 'lasting' | 'spot' | 'elastic' | 'reserved';
  group: NodeGroupSpec;
  machine: MachineType;
  zone: string;
}

export interface NodePlan {
  name: string;
  uid: string;
  ip: string;
  zone: string;
  instanceId: string;
  group: NodeGroupSpec;
  machine: MachineType;
  createdAt: number;
}

export interface ContainerPlan {
  name: string;
  image: string;
  cpu_request_cores: number;
  cpu_limit_cores: number;
  memory_request_bytes: number;
  memory_limit_bytes: number;
  gpus: number;
  port?: number;
  /** Usage in the busiest hour. */
  peak_cores: number;
  steady_bytes: number;
}

export type WorkloadKind = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'CronJob' | 'Job';

/** Problem of the pods of a workload, if any. */
export type Trouble = 'crash-loop' | 'out-of-memory' | 'evicted' | 'image-missing' | 'failed';

export interface RunSchedule {
  cron: string;
  durationMs: number;
  /** Absent for one whose pod comes with its run. */
  period?: {
    lengthMs: number;
    /** Start of the runs within the period. */
    offsetMs: number;
  };
}

/** Presence of each replica, and the machines that come with it. */
export interface Visit {
  presences: readonly Presence[];
  group: NodeGroupSpec;
}

/** Range of replicas, and how many hours the scaling precedes the users' day. */
export interface Scaling {
  fewest: number;
  most: number;
  aheadMs: number;
}

export interface WorkloadPlan {
  kind: WorkloadKind;
  name: string;
  uid: string;
  namespace: string;
  /** Owner in its own labels; most inherit that of the namespace. */
  owner?: Owner;
  serviceAccount: string;
  /** If scaled: replicas at the moment, or the minimum; of a visit: at the moment, or all. */
  replicas: number;
  containers: readonly ContainerPlan[];
  hasMigration: boolean;
  createdAt: number;
  trouble?: Trouble;
  /** Follows working hours, or is constant. */
  rhythm: 'people' | 'even';
  volume_bytes?: number;
  run?: RunSchedule;
  /** For a workload that follows the calendar. */
  visit?: Visit;
  /** Scaled by an autoscaler. */
  scaling?: Scaling;
  /** Whether new versions are rolled out. */
  isReleased: boolean;
  priorityClass: string;
}

/** The position of a pod, used by successive pods; for a CronJob, that of its runs. */
export interface PodSlot {
  workload: WorkloadPlan;
  ordinal: number;
  ip: string;
  /** Absent if no machine has enough capacity. */
  machine?: MachinePlan;
  /** Whether it exists only at times: by the calendar, or while more replicas are needed. */
  isAdded: boolean;
  trouble?: Trouble;
}

/** A pod or, for a CronJob, the slot of its runs. */
export interface PodPlan {
  workload: WorkloadPlan;
  ordinal: number;
  name: string;
  uid: string;
  ip: string;
  createdAt: number;
  /** Absent if no node has enough capacity. */
  node?: NodePlan;
  trouble?: Trouble;
}

/** Requests of a pod of the workload. */
export function sumRequests(workload: WorkloadPlan): {
  cores: number;
  bytes: number;
  gpus: number;
} {
  const total = { cores: 0, bytes: 0, gpus: 0 };
  for (const container of workload.containers) {
    total.cores += container.cpu_request_cores;
    total.bytes += container.memory_request_bytes;
    total.gpus += container.gpus;
  }
  return total;
}

/** Maximum number of replicas of a workload. */
export const maxReplicas = ({ replicas, scaling }: WorkloadPlan): number =>
  scaling?.most ?? replicas;
