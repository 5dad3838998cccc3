import { type ClusterSpec } from './clusters.ts';
import { planMachines } from './plan-machines.ts';
import { planSystemWorkloads, systemNamespaces } from './plan-system.ts';
import { planTeamWorkloads } from './plan-workloads.ts';
import {
  type ClusterLayout,
  type MachinePlan,
  type PodSlot,
  type Trouble,
  type WorkloadPlan,
} from './plan.ts';
import { maxReplicas } from './plan.ts';
import { targetReplicas } from './replicas-at.ts';
import { createScheduler } from './schedule-pods.ts';
import { pilotNamespaces, planStory } from './story.ts';

/** Lays out a cluster: its machines, its workloads, and the slot of each pod. */
export function layOutCluster(spec: ClusterSpec, index: number): ClusterLayout {
  const workloads = [...planSystemWorkloads(spec), ...planTeamWorkloads(spec), ...planStory(spec)];
  const machines = planMachines(spec, workloads);
  const slots = planSlots(index, machines, workloads);
  return {
    spec,
    index,
    machines,
    namespaces: [...systemNamespaces, ...spec.namespaces, ...pilotsIn(workloads)],
    workloads,
    slots,
    added: Map.groupBy(
      slots.filter(({ isAdded }) => isAdded),
      ({ machine }) => machine,
    ),
  };
}

const pilotsIn = (workloads: readonly WorkloadPlan[]) =>
  workloads.flatMap(({ namespace }) => (pilotNamespaces.has(namespace) ? [namespace] : []));

function planSlots(
  clusterIndex: number,
  machines: readonly MachinePlan[],
  workloads: readonly WorkloadPlan[],
): PodSlot[] {
  const scheduler = createScheduler(machines);
  const slots: PodSlot[] = [];

  function addSlot(workload: WorkloadPlan, ordinal: number, machine: MachinePlan | undefined) {
    const place = slots.length;
    const trouble = planTrouble(workload, ordinal);
    slots.push({
      workload,
      ordinal,
      isAdded: isAdded(workload, ordinal),
      ip: `10.${String(120 + (clusterIndex % 130))}.${String(Math.floor(place / 250))}.${String(2 + (place % 250))}`,
      ...(machine && { machine }),
      ...(trouble && { trouble }),
    });
  }

  for (const workload of workloads.filter(({ kind }) => kind === 'DaemonSet')) {
    for (const machine of machines) {
      scheduler.placeOn(workload, machine);
      addSlot(workload, machine.position, machine);
    }
  }
  const visits = workloads.filter(({ visit }) => visit !== undefined);
  for (const workload of workloads) {
    if (workload.kind === 'DaemonSet' || workload.visit) continue;
    for (let ordinal = 0; ordinal < workload.replicas; ordinal += 1) {
      addSlot(workload, ordinal, scheduler.place(workload));
    }
    if (workload.trouble === 'evicted') addSlot(workload, evictedOrdinal(workload), machines[0]);
  }
  for (const { workload, ordinal } of addedReplicas(workloads)) {
    addSlot(workload, ordinal, scheduler.placeElastic(workload) ?? scheduler.place(workload));
  }
  const reserved = machines.filter(({ supply }) => supply === 'reserved').values();
  for (const workload of visits) {
    for (let ordinal = 0; ordinal < workload.replicas; ordinal += 1) {
      addSlot(workload, ordinal, reserved.next().value);
    }
  }
  return slots;
}

const isAdded = (workload: WorkloadPlan, ordinal: number) =>
  workload.visit !== undefined || (ordinal >= workload.replicas && ordinal < maxReplicas(workload));

/** An evicted pod has a replacement, so there is one pod more. */
const evictedOrdinal = (workload: WorkloadPlan) => maxReplicas(workload);

/** The last permanent replica of a workload has the trouble of the workload. */
function planTrouble(workload: WorkloadPlan, ordinal: number): Trouble | undefined {
  const { trouble, replicas } = workload;
  const troubled = trouble === 'evicted' ? evictedOrdinal(workload) : replicas - 1;
  return ordinal === troubled ? trouble : undefined;
}

/** Replicas that are needed earliest come first, so that machines fill and empty in order. */
function addedReplicas(workloads: readonly WorkloadPlan[]) {
  return workloads
    .flatMap((workload) =>
      Array.from({ length: maxReplicas(workload) - workload.replicas }, (_, index) => ({
        workload,
        ordinal: workload.replicas + index,
      })),
    )
    .sort((a, b) => targetReplicas(a.workload, a.ordinal) - targetReplicas(b.workload, b.ordinal));
}
