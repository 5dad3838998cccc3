import { parseFixedPoint, type FixedPoint } from '@costplane/pricing';
import { formatCpu, formatMemory } from './quantity.ts';

/** CPU in nanocores, memory in bytes; null if not set. */
export interface Sizes {
  cpu: bigint | null;
  memory: bigint | null;
}

export interface ContainerSizes {
  name: string;
  requests: Sizes;
  limits: Sizes;
}

/** A container of a workload, from its newest pod. */
export interface ContainerState extends ContainerSizes {
  /** Over the current pods. */
  oomKills: number;
  /** Its memory at the last out-of-memory kill; the maximum over pods. */
  killedAt: KilledAt;
  /** CPU usage that an autoscaler targets, in percent of the request; null without an autoscaler. */
  hpaCpuTarget: number | null;
}

/** Bytes; null if not set, or unknown. */
export interface KilledAt {
  memoryRequest: bigint | null;
  memoryLimit: bigint | null;
  /** Time of the report that showed the last kill, in Unix milliseconds; null if unknown. */
  time: number | null;
}

/** A pod in phase Running. */
export interface RunningPod {
  containers: readonly ContainerSizes[];
  /** Null if its node, or the node's price, is unknown. */
  node: NodeRates | null;
}

/** Price of a node per hour, and its capacity in nanocores and bytes. */
export interface NodeRates {
  cpuHourly: FixedPoint;
  memoryHourly: FixedPoint;
  cpu: bigint;
  memory: bigint;
}

export interface WorkloadState {
  uid: string;
  namespace: string;
  name: string;
  kind: string;
  hasHpa: boolean;
  /** Desired number of pods; null if not specified. */
  replicasDesired: number | null;
  restarts: number;
  oomKills: number;
  /** Current cost of its pods, as decimal text; null if unknown. */
  hourlyCost: string | null;
  /** By name; empty without pods. */
  containers: readonly ContainerState[];
  running: readonly RunningPod[];
}

/** Its desired number of pods or, if unknown, the current one. */
export const desiredReplicas = ({ replicasDesired, running }: WorkloadState): number =>
  replicasDesired ?? running.length;

/** Parses decimal text into nanocores. */
export const coresFromText = (text: string): bigint => parseFixedPoint(text) / 1000n;

/** The `config` blocks of a recommendation; values that are not set are absent. */
export interface WorkloadConfig {
  containers: ContainerConfig[];
}

export interface ContainerConfig {
  name: string;
  requests: { cpu?: string; memory?: string };
  limits: { cpu?: string; memory?: string };
}

export function toConfig(containers: readonly ContainerSizes[]): WorkloadConfig {
  return {
    containers: containers.map(({ name, requests, limits }) => ({
      name,
      requests: toQuantities(requests),
      limits: toQuantities(limits),
    })),
  };
}

function toQuantities({ cpu, memory }: Sizes): ContainerConfig['requests'] {
  return {
    ...(cpu === null ? {} : { cpu: formatCpu(cpu) }),
    ...(memory === null ? {} : { memory: formatMemory(memory) }),
  };
}
