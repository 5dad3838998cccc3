import { planNode } from './plan-nodes.ts';
import { type ClusterLayout, type MachinePlan, type NodePlan } from './plan.ts';
import { between } from './seeded.ts';
import { Turns, type Turn } from './turns.ts';
import { dayMs, minuteMs } from './units.ts';

/** Days that a spot machine is left alone. */
const spotDays = [2, 9] as const;

/** Minutes until another takes its place. */
const replacementMinutes = [2, 5] as const;

/** What became of a machine last, and its node if it has one at the moment. */
export interface MachineAt {
  /** When the node before was taken away, or an elastic one was added; null: the first is there. */
  since: number | null;
  node?: NodePlan;
}

export function lastingNode(layout: ClusterLayout, machine: MachinePlan): MachineAt {
  return { since: null, node: makeNode(layout, machine, null) };
}

const spotTurns = new WeakMap<MachinePlan, Turns>();

/** In the minutes between one node and the next there is none. */
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

/** The node that was added when replicas needed one; it is not added twice in a day. */
export function elasticNode(layout: ClusterLayout, machine: MachinePlan, since: number): MachineAt {
  const turn = { number: Math.floor(since / dayMs), since };
  return { since, node: makeNode(layout, machine, turn) };
}

/** The last node of each machine: most are there from one moment to the next. */
const kept = new WeakMap<MachinePlan, { since: number | null; node: NodePlan }>();

function makeNode(layout: ClusterLayout, machine: MachinePlan, turn: Turn | null): NodePlan {
  const since = turn?.since ?? null;
  const last = kept.get(machine);
  if (last?.since === since) return last.node;
  const node = planNode(layout, machine, turn);
  kept.set(machine, { since, node });
  return node;
}
