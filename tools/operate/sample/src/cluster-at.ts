import { elasticNode, lastingNode, spotNode, type MachineAt } from './nodes-at.ts';
import {
  type ClusterLayout,
  type ClusterPlan,
  type MachinePlan,
  type PodPlan,
  type PodSlot,
} from './plan.ts';
import { planPod } from './plan-pods.ts';
import { heldSince, lastDecision, replicasAfter } from './replicas-at.ts';

/** What nodes and pods a cluster has at a moment, in Unix milliseconds. */
export function clusterAt(layout: ClusterLayout, at: number): ClusterPlan {
  const { spec, namespaces, workloads } = layout;
  const decision = lastDecision(at);
  const machines = layout.machines.map((machine) => machineAt(layout, machine, { at, decision }));
  return {
    spec,
    namespaces,
    nodes: machines.flatMap(({ node }) => node ?? []),
    workloads: workloads.map((workload) => {
      const replicas = replicasAfter(spec, workload, decision);
      return replicas === workload.replicas ? workload : { ...workload, replicas };
    }),
    pods: layout.slots.flatMap((slot) => {
      const where = slot.machine && machines[slot.machine.position];
      return podAt(layout, slot, { where, at, decision }) ?? [];
    }),
  };
}

function machineAt(
  layout: ClusterLayout,
  machine: MachinePlan,
  { at, decision }: { at: number; decision: number },
): MachineAt {
  if (machine.supply === 'lasting') return lastingNode(layout, machine);
  if (machine.supply === 'spot') return spotNode(layout, machine, at);
  const users = layout.added.get(machine) ?? [];
  const isNeeded = (after: number) => users.some((slot) => isWanted(layout, slot, after));
  return isNeeded(decision)
    ? elasticNode(layout, machine, heldSince(decision, isNeeded))
    : { since: null };
}

/** Whether the replica of a slot is wanted after a decision of the autoscaler. */
const isWanted = ({ spec }: ClusterLayout, { workload, ordinal }: PodSlot, decision: number) =>
  ordinal < replicasAfter(spec, workload, decision);

interface Circumstances {
  where: MachineAt | undefined;
  at: number;
  decision: number;
}

function podAt(
  layout: ClusterLayout,
  slot: PodSlot,
  { where, at, decision }: Circumstances,
): PodPlan | null {
  const node = where?.node;
  const placed = where?.since ?? null;
  if (slot.workload.kind === 'DaemonSet') {
    // A daemon does not wait for a node: it comes with it.
    const began = placed === null ? null : (node?.createdAt ?? null);
    return node ? planPod(layout, slot, { at, began, node }) : null;
  }
  if (!slot.isAdded) return planPod(layout, slot, { at, began: placed, node });
  const wants = (after: number) => isWanted(layout, slot, after);
  if (!wants(decision)) return null;
  const wanted = heldSince(decision, wants);
  return planPod(layout, slot, { at, began: Math.max(wanted, placed ?? 0), node });
}
