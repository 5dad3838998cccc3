import { type MachinePlan, type WorkloadPlan } from './plan.ts';
import { sumRequests } from './plan.ts';

interface Room {
  machine: MachinePlan;
  cores: number;
  bytes: number;
  gpus: number;
  pods: number;
}

/** The machines of a cluster with their free capacity. */
export interface Scheduler {
  /** Places a pod on the machine with the most free capacity, if any fits. */
  place: (workload: WorkloadPlan) => MachinePlan | undefined;
  /** Places a pod on the first of the temporary machines that fits. */
  placeElastic: (workload: WorkloadPlan) => MachinePlan | undefined;
  /** Places a daemon pod on the given machine. */
  placeOn: (workload: WorkloadPlan, machine: MachinePlan) => void;
}

/** Pods with data, or with a limited run time, are not placed on machines that may be removed. */
const needsLasting = ({ kind }: WorkloadPlan) => kind !== 'Deployment';

/** Machines with GPUs are tainted: they only take pods that request GPUs, and daemons. */
export function createScheduler(machines: readonly MachinePlan[]): Scheduler {
  const rooms = machines.map((plan): Room => ({
    machine: plan,
    cores: plan.machine.cpu_allocatable,
    bytes: plan.machine.memory_allocatable,
    gpus: plan.machine.gpus,
    pods: plan.machine.pods,
  }));
  const lasting = rooms.filter(({ machine }) => machine.supply === 'lasting');
  const permanent = rooms.filter(({ machine }) => ['lasting', 'spot'].includes(machine.supply));
  const elastic = rooms.filter(({ machine }) => machine.supply === 'elastic');

  function take(room: Room | undefined, workload: WorkloadPlan): MachinePlan | undefined {
    if (!room) return undefined;
    const requests = sumRequests(workload);
    room.cores -= requests.cores;
    room.bytes -= requests.bytes;
    room.gpus -= requests.gpus;
    room.pods -= 1;
    return room.machine;
  }

  return {
    place(workload) {
      const fits = fitting(workload);
      let best: Room | undefined;
      for (const room of needsLasting(workload) ? lasting : permanent) {
        if (fits(room) && (!best || freeShare(room) > freeShare(best))) best = room;
      }
      return take(best, workload);
    },
    placeElastic: (workload) => take(elastic.find(fitting(workload)), workload),
    placeOn: (workload, machine) => void take(rooms[machine.position], workload),
  };
}

const freeShare = ({ cores, machine }: Room) => cores / machine.machine.cpu_allocatable;

function fitting(workload: WorkloadPlan): (room: Room) => boolean {
  const { cores, bytes, gpus } = sumRequests(workload);
  return (free) =>
    free.machine.machine.gpus > 0 === gpus > 0 &&
    // A margin, so that rounding errors of floats never exceed the allocatable.
    free.cores - 0.01 >= cores &&
    free.bytes >= bytes &&
    free.gpus >= gpus &&
    free.pods > 0;
}
