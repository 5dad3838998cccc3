import { type ClusterSpec } from './clusters.ts';
import { busyShare } from './day-curve.ts';
import { type WorkloadPlan } from './plan.ts';
import { minuteMs } from './units.ts';

/** How often the autoscaler makes up its mind. */
const stepMs = 30 * minuteMs;

/** Below this share of the busiest hour nobody needs more than the fewest replicas. */
const quietShare = 0.45;

/** The autoscaler's last decision at a moment. */
export function lastDecision(at: number): number {
  return Math.floor(at / stepMs) * stepMs;
}

/** How many replicas a workload has after a decision. At night it is the fewest. */
export function replicasAfter(
  spec: ClusterSpec,
  { replicas, scaling }: WorkloadPlan,
  decision: number,
): number {
  if (!scaling) return replicas;
  const share = busyShare(spec, decision + scaling.aheadMs);
  const need = Math.max(0, share - quietShare) / (1 - quietShare);
  // Just less than one more, so that there is a share at which the most are there.
  return scaling.fewest + Math.floor(need * (scaling.most - scaling.fewest + 0.999));
}

/** The share of need from which on a replica runs. */
export function targetReplicas({ scaling }: WorkloadPlan, ordinal: number): number {
  if (!scaling || ordinal < scaling.fewest) return 0;
  return (ordinal + 1 - scaling.fewest) / (scaling.most - scaling.fewest + 0.999);
}

/** When the time began in which something holds without a break after each decision. */
export function heldSince(decision: number, holds: (decision: number) => boolean): number {
  let since = decision;
  while (holds(since - stepMs)) since -= stepMs;
  return since;
}
