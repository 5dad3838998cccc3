import { elasticNode, lastingNode, spotNode, type MachineAt } from './nodes-at.ts';
import { type ClusterSpec } from './clusters.ts';
import {
  type ClusterLayout,
  type ClusterPlan,
  type MachinePlan,
  type PodPlan,
  type PodSlot,
  type Visit,
  type WorkloadPlan,
} from './plan.ts';
import { planPod } from './plan-pods.ts';
import { heldSince, lastDecision, replicasAfter } from './replicas-at.ts';
import { pilotNamespaces } from './story.ts';

/** The nodes and pods of a cluster at a moment, in Unix milliseconds. */
export function clusterAt(layout: ClusterLayout, at: number): ClusterPlan {
  const { spec } = layout;
  const decision = lastDecision(at);
  const machines = layout.machines.map((machine) => machineAt(layout, machine, { at, decision }));
  const workloads = layout.workloads.flatMap((workload) => workloadAt(spec, workload, at) ?? []);
  const used = new Set(workloads.map(({ namespace }) => namespace));
  return {
    spec,
    namespaces: layout.namespaces.filter((name) => used.has(name) || !pilotNamespaces.has(name)),
    nodes: machines.flatMap(({ node }) => node ?? []),
    workloads,
    pods: layout.slots.flatMap((slot) => {
      const where = slot.machine && machines[slot.machine.position];
      return podAt(layout, slot, { where, at, decision }) ?? [];
    }),
  };
}

/** A workload with its replicas at the moment; null if it is over or not started. */
function workloadAt(spec: ClusterSpec, workload: WorkloadPlan, at: number): WorkloadPlan | null {
  if (!workload.visit) {
    const replicas = replicasAfter(spec, workload, lastDecision(at));
    return replicas === workload.replicas ? workload : { ...workload, replicas };
  }
  if (workload.kind === 'CronJob') return workload;
  const since = visitingSince(workload.visit, at);
  if (since.length === 0) return null;
  return { ...workload, replicas: since.length, createdAt: Math.min(...since) };
}

/** Start time of each replica that exists at a moment. */
const visitingSince = ({ presences }: Visit, at: number): number[] =>
  presences.flatMap((presence) => presence(at) ?? []);

/** Number of replicas of each visit at a moment. */
export const countVisitors = ({ workloads }: ClusterLayout, at: number): number[] =>
  workloads.flatMap(({ visit }) => (visit ? visitingSince(visit, at).length : []));

function machineAt(
  layout: ClusterLayout,
  machine: MachinePlan,
  { at, decision }: { at: number; decision: number },
): MachineAt {
  if (machine.supply === 'lasting') return lastingNode(layout, machine);
  if (machine.supply === 'spot') return spotNode(layout, machine, at);
  const users = layout.added.get(machine) ?? [];
  if (machine.supply === 'reserved') {
    const [since = null] = users.map((slot) => slot.workload.visit?.presences[slot.ordinal]?.(at));
    return since === null ? { since } : elasticNode(layout, machine, since);
  }
  const isNeeded = (after: number) => users.some((slot) => isWanted(layout, slot, after));
  return isNeeded(decision)
    ? elasticNode(layout, machine, heldSince(decision, isNeeded))
    : { since: null };
}

/** Whether the autoscaler's last decision includes the replica of a slot. */
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
    // A daemon pod never waits for a node: it starts with the node.
    const began = placed === null ? null : (node?.createdAt ?? null);
    return node ? planPod(layout, slot, { at, began, node }) : null;
  }
  if (!slot.isAdded) return planPod(layout, slot, { at, began: placed, node });
  if (slot.workload.visit) {
    return node ? planPod(layout, slot, { at, began: placed, node }) : null;
  }
  const wants = (after: number) => isWanted(layout, slot, after);
  if (!wants(decision)) return null;
  const wanted = heldSince(decision, wants);
  return planPod(layout, slot, { at, began: Math.max(wanted, placed ?? 0), node });
}
