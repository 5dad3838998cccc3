import { planNode } from './plan-nodes.ts';
import { type ClusterLayout, type MachinePlan, type NodePlan } from './plan.ts';
import { between } from './seeded.ts';
import { Turns, type Turn } from './turns.ts';
import { dayMs, minuteMs } from './units.ts';

/** Average lifetime of a spot machine in days. */
const spotDays = [2, 9] as const;

/** Minutes until a spot machine is replaced. */
const replacementMinutes = [2, 5] as const;

/** The last change of a machine, and its node, if it has one at the moment. */
export interface MachineAt {
  /** Time at which the previous node was removed or an elastic one was added; null for the first one. */
  since: number | null;
  node?: NodePlan;
}

export function lastingNode(layout: ClusterLayout, machine: MachinePlan): MachineAt {
  return { since: null, node: makeNode(layout, machine, null) };
}

const spotTurns = new WeakMap<MachinePlan, Turns>();

/** Between two nodes, the machine has no node for some minutes. */
export function spotNode(layout: ClusterLayout, machine: MachinePlan, at: number): MachineAt {
  const seed = `${layout.spec.name}/machine/${String(machine.position)}`;
  const turns = spotTurns.get(machine) ?? new Turns(seed, spotDays);
  spotTurns.set(machine, turns);
  const turn = turns.at(at);
  if (!turn) return lastingNode(layout, machine);
  const { number, since } = turn;
  const wait = between(`${seed}/${String(number)}`, ...replacementMinutes) * minuteMs;
  const replaced = since + Math.round(wait);
  if (at < replaced) return { since };
  return { since, node: makeNode(layout, machine, { number, since: replaced }) };
}

/** The node that was added for replicas; at most one is added per day. */
export function elasticNode(layout: ClusterLayout, machine: MachinePlan, since: number): MachineAt {
  const turn = { number: Math.floor(since / dayMs), since };
  return { since, node: makeNode(layout, machine, turn) };
}

/** Cache of the last node of each machine, because most nodes stay from one moment to the next. */
const kept = new WeakMap<MachinePlan, { since: number | null; node: NodePlan }>();

function makeNode(layout: ClusterLayout, machine: MachinePlan, turn: Turn | null): NodePlan {
  const since = turn?.since ?? null;
  const last = kept.get(machine);
  if (last?.since === since) return last.node;
  const node = planNode(layout, machine, turn);
  kept.set(machine, { since, node });
  return node;
}
