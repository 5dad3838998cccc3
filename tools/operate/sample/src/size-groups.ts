import { type ClusterSpec, type NodeGroupSpec } from './clusters.ts';
import { machineTypes } from './machine-types.ts';
import { maxReplicas, sumRequests, type WorkloadPlan } from './plan.ts';
import { sumBy } from './units.ts';

interface Room {
  cores: number;
  bytes: number;
}

/** Maximum fill level of machines: pods do not fit without gaps. */
const fill = 0.84;

const hasGpus = ({ machine }: NodeGroupSpec) => machineTypes[machine].gpus > 0;

/** Capacity of a machine that is left by daemons. */
function usableCapacity({ machine }: NodeGroupSpec, daemons: Room): Room {
  const { cpu_allocatable, memory_allocatable } = machineTypes[machine];
  return { cores: cpu_allocatable - daemons.cores, bytes: memory_allocatable - daemons.bytes };
}

function sumNeeds(
  workloads: readonly WorkloadPlan[],
  pods: (workload: WorkloadPlan) => number,
): Room {
  return {
    cores: sumBy(workloads, (workload) => sumRequests(workload).cores * pods(workload)),
    bytes: sumBy(workloads, (workload) => sumRequests(workload).bytes * pods(workload)),
  };
}

const countMachines = (need: Room, room: Room) =>
  Math.max(need.cores / room.cores, need.bytes / room.bytes) / fill;

/** A node group, with the machines that exist only while replicas need them. */
export interface SizedGroup {
  group: NodeGroupSpec;
  count: number;
  elastic: number;
}

/**
 * Number of machines in each group of a cluster. For a cluster that is sized by its requests, the
 * given counts only define the ratio of the groups.
 */
export function sizeGroups(spec: ClusterSpec, workloads: readonly WorkloadPlan[]): SizedGroup[] {
  const daemons = sumNeeds(
    workloads.filter(({ kind }) => kind === 'DaemonSet'),
    () => 1,
  );
  // Pods with GPUs use the machines with GPUs; pods that fit nowhere are ignored.
  const ordinary = workloads.filter((workload) => {
    const { cores, gpus } = sumRequests(workload);
    return workload.kind !== 'DaemonSet' && !workload.visit && gpus === 0 && cores < 4;
  });
  const groups = spec.groups.filter((group) => !hasGpus(group));
  const together = groups.map((group) => {
    const { cores, bytes } = usableCapacity(group, daemons);
    return { cores: cores * group.count, bytes: bytes * group.count };
  });
  const times = countMachines(
    sumNeeds(ordinary, ({ replicas }) => replicas),
    {
      cores: sumBy(together, ({ cores }) => cores),
      bytes: sumBy(together, ({ bytes }) => bytes),
    },
  );
  const passing = groups.find(({ spot }) => spot) ?? groups[0];
  const added = sumNeeds(ordinary, (workload) => maxReplicas(workload) - workload.replicas);
  return spec.groups.map((group) => ({
    group,
    count: spec.isSizedByRequests && !hasGpus(group) ? Math.ceil(group.count * times) : group.count,
    elastic:
      group === passing ? Math.ceil(countMachines(added, usableCapacity(group, daemons))) : 0,
  }));
}
