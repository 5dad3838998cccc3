import { type ClusterSpec } from './clusters.ts';
import { machineTypes } from './machine-types.ts';
import { type MachinePlan, type WorkloadPlan } from './plan.ts';
import { sizeGroups } from './size-groups.ts';

/**
 * The machines of a cluster: every node position of every group, followed by those of workloads
 * that follow the calendar.
 */
export function planMachines(spec: ClusterSpec, workloads: readonly WorkloadPlan[]): MachinePlan[] {
  const places = sizeGroups(spec, workloads).flatMap(({ group, count, elastic }) =>
    Array.from({ length: count + elastic }, (_, index) => ({
      index,
      group,
      supply:
        index >= count
          ? ('elastic' as const)
          : group.spot
            ? ('spot' as const)
            : ('lasting' as const),
    })),
  );
  const reserved = workloads
    .flatMap(({ visit }) => visit?.group ?? [])
    .flatMap((group) =>
      Array.from({ length: group.count }, (_, index) => ({
        index,
        group,
        supply: 'reserved' as const,
      })),
    );
  return [...places, ...reserved].map((place, position) => ({
    ...place,
    position,
    machine: machineTypes[place.group.machine],
    zone: spec.zones[position % spec.zones.length] ?? spec.zones[0],
  }));
}
