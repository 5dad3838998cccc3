import type { NodePlan, WorkloadPlan } from './plan.ts';
import { requestsOf } from './plan.ts';

interface Room {
  node: NodePlan;
  cores: number;
  bytes: number;
  gpus: number;
  pods: number;
}

/** The nodes of a cluster with what is still free on them. */
export interface Scheduler {
  /** The emptiest node that can take the pod, or none. Takes the room. */
  place: (workload: WorkloadPlan) => NodePlan | undefined;
  /** Takes the room on a given node, for daemons. */
  placeOn: (workload: WorkloadPlan, node: NodePlan) => void;
}

/** Nodes with GPUs are tainted: they take only pods that ask for one, and daemons. */
export function createScheduler(nodes: readonly NodePlan[]): Scheduler {
  const rooms: Room[] = nodes.map((node) => ({
    node,
    cores: node.machine.cpu_allocatable,
    bytes: node.machine.memory_allocatable,
    gpus: node.machine.gpus,
    pods: node.machine.pods,
  }));

  function take(room: Room, workload: WorkloadPlan) {
    const requests = requestsOf(workload);
    room.cores -= requests.cores;
    room.bytes -= requests.bytes;
    room.gpus -= requests.gpus;
    room.pods -= 1;
  }

  function place(workload: WorkloadPlan): NodePlan | undefined {
    const { cores, bytes, gpus } = requestsOf(workload);
    const [room] = rooms
      .filter(({ node }) => node.machine.gpus > 0 === gpus > 0)
      // A margin, so that sums of binary fractions never reach past what is allocatable.
      .filter((free) => free.cores - 0.01 >= cores && free.bytes >= bytes && free.gpus >= gpus)
      .filter((free) => free.pods > 0)
      .sort(
        (a, b) =>
          b.cores / b.node.machine.cpu_allocatable - a.cores / a.node.machine.cpu_allocatable,
      );
    if (!room) return undefined;
    take(room, workload);
    return room.node;
  }

  return {
    place,
    placeOn: (workload, node) => {
      const room = rooms.find((candidate) => candidate.node === node);
      if (room) take(room, workload);
    },
  };
}
