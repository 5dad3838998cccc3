import { type ClusterSpec, type NodeGroupSpec } from './clusters.ts';
import { type MachineType } from './machine-types.ts';
import { type Owner } from './namespaces.ts';
import { type Presence } from './presence.ts';

/** What of a cluster does not change with time. Everything in it depends on names alone. */
export interface ClusterLayout {
  spec: ClusterSpec;
  /** Place of the cluster in its fleet, from 0. */
  index: number;
  machines: readonly MachinePlan[];
  namespaces: readonly string[];
  workloads: readonly WorkloadPlan[];
  slots: readonly PodSlot[];
  /** The slots of added replicas by their machine. */
  added: ReadonlyMap<MachinePlan | undefined, readonly PodSlot[]>;
}

/** A cluster at a moment: the nodes and pods that it has. */
export interface ClusterPlan {
  spec: ClusterSpec;
  nodes: readonly NodePlan[];
  namespaces: readonly string[];
  /** With the replicas of the moment. */
  workloads: readonly WorkloadPlan[];
  pods: readonly PodPlan[];
}

/**
 * A place for a node in a group. `lasting` has one node for ever; that of `spot` is taken away and
 * replaced from time to time; that of `elastic` is there while replicas need it, and that of
 * `reserved` with the one replica that has it for itself.
 */
export interface MachinePlan {
  /** In the cluster, from 0. */
  position: number;
  /** In its group, from 0. */
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
  /** What it uses at the busiest hour. */
  peak_cores: number;
  steady_bytes: number;
}

export type WorkloadKind = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'CronJob' | 'Job';

/** What is wrong with the pods of a workload, if anything. */
export type Trouble = 'crash-loop' | 'out-of-memory' | 'evicted' | 'image-missing' | 'failed';

export interface RunSchedule {
  cron: string;
  durationMs: number;
  /** Absent of one whose pod comes with its run. */
  period?: {
    lengthMs: number;
    /** Start of the runs within it. */
    offsetMs: number;
  };
}

/** When each replica is there, and the machines that come with them. */
export interface Visit {
  presences: readonly Presence[];
  group: NodeGroupSpec;
}

/** Within what a workload is scaled, and how long before the hours of its people. */
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
  /** As its own labels say; most go by their namespace. */
  owner?: Owner;
  serviceAccount: string;
  /** Of one that is scaled: at the moment, or the fewest; of a visit: at the moment, or all. */
  replicas: number;
  containers: readonly ContainerPlan[];
  hasMigration: boolean;
  createdAt: number;
  trouble?: Trouble;
  /** Follows the hours in which people work, or goes on evenly. */
  rhythm: 'people' | 'even';
  volume_bytes?: number;
  run?: RunSchedule;
  /** Of one that comes and goes by the calendar. */
  visit?: Visit;
  /** By an autoscaler. */
  scaling?: Scaling;
  /** Whether new versions of it are rolled out. */
  isReleased: boolean;
  priorityClass: string;
}

/** The place of a pod, which successive pods take; for a CronJob, the place of its runs. */
export interface PodSlot {
  workload: WorkloadPlan;
  ordinal: number;
  ip: string;
  /** Absent when no machine has room for it. */
  machine?: MachinePlan;
  /** Whether it is there at some times only: by the calendar, or while more replicas are needed. */
  isAdded: boolean;
  trouble?: Trouble;
}

/** A pod, or for a CronJob the place that its runs take. */
export interface PodPlan {
  workload: WorkloadPlan;
  ordinal: number;
  name: string;
  uid: string;
  ip: string;
  createdAt: number;
  /** Absent when no node has room for it. */
  node?: NodePlan;
  trouble?: Trouble;
}

/** What a pod of the workload asks of a node. */
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

/** How many replicas a workload has at its busiest. */
export const mostReplicas = ({ replicas, scaling }: WorkloadPlan): number =>
  scaling?.most ?? replicas;
