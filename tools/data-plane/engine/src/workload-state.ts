import { parseFixedPoint, type FixedPoint } from '@costplane/pricing';
import { formatCpu, formatMemory } from './quantity.ts';

/** CPU in nanocores, memory in bytes; null: not set. */
export interface Sizes {
  cpu: bigint | null;
  memory: bigint | null;
}

export interface ContainerSizes {
  name: string;
  requests: Sizes;
  limits: Sizes;
}

/** A container of a workload as its newest pod has it. */
export interface ContainerState extends ContainerSizes {
  /** Of the pods that are there now. */
  oomKills: number;
  /** Its memory at the last out-of-memory kill; of pods, the most. */
  killedAt: KilledAt;
  /** The use of CPU at which an autoscaler holds it, in percent of the request; null: none does. */
  hpaCpuTarget: number | null;
}

/** Bytes; null: not set, or not known. */
export interface KilledAt {
  memoryRequest: bigint | null;
  memoryLimit: bigint | null;
  /** When the last kill was seen, Unix milliseconds; null: not known. */
  time: number | null;
}

/** A pod in phase Running. */
export interface RunningPod {
  containers: readonly ContainerSizes[];
  /** Null: its node, or what that costs, is not known. */
  node: NodeRates | null;
}

/** What a node costs per hour, and what it has for that: nanocores and bytes. */
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
  /** How many pods it is to have; null where it does not say. */
  replicasDesired: number | null;
  restarts: number;
  oomKills: number;
  /** What its pods cost now, decimal text; null: not known. */
  hourlyCost: string | null;
  /** By name. Without pods there are none. */
  containers: readonly ContainerState[];
  running: readonly RunningPod[];
}

/** How many pods it has, or is to have. */
export const desiredReplicas = ({ replicasDesired, running }: WorkloadState): number =>
  replicasDesired ?? running.length;

/** Nanocores of decimal text. */
export const coresFromText = (text: string): bigint => parseFixedPoint(text) / 1000n;

/** The `config` blocks of a recommendation; what is not set is absent. */
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
