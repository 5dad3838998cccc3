import { type ClusterSpec } from './clusters.ts';
import { busyShare } from './day-curve.ts';
import { type WorkloadPlan } from './plan.ts';
import { minuteMs } from './units.ts';

/** Interval between two decisions of the autoscaler. */
const stepMs = 30 * minuteMs;

/** Below this share of the peak, the minimum of replicas is enough. */
const quietShare = 0.45;

/** Time of the autoscaler's last decision. */
export function lastDecision(at: number): number {
  return Math.floor(at / stepMs) * stepMs;
}

/** Number of replicas after a decision; the minimum at night. */
export function replicasAfter(
  spec: ClusterSpec,
  { replicas, scaling }: WorkloadPlan,
  decision: number,
): number {
  if (!scaling) return replicas;
  const share = busyShare(spec, decision + scaling.aheadMs);
  const need = Math.max(0, share - quietShare) / (1 - quietShare);
  // Slightly less than one more, so that the maximum is reached.
  return scaling.fewest + Math.floor(need * (scaling.most - scaling.fewest + 0.999));
}

/** The share of demand from which a replica runs. */
export function targetReplicas({ scaling }: WorkloadPlan, ordinal: number): number {
  if (!scaling || ordinal < scaling.fewest) return 0;
  return (ordinal + 1 - scaling.fewest) / (scaling.most - scaling.fewest + 0.999);
}

/** Start of the period in which a condition has held after every decision. */
export function heldSince(decision: number, holds: (decision: number) => boolean): number {
  let since = decision;
  while (holds(since - stepMs)) since -= stepMs;
  return since;
}
