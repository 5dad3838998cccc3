import type { Environment } from './clusters.ts';
import { clusterSpecs } from './clusters.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { planCluster } from './plan-cluster.ts';
import type { ClusterPlan } from './plan.ts';
import type { Snapshot } from './snapshot.ts';
import { minute_ms } from './units.ts';

/** A cluster of the demo fleet with the latest snapshot that its agent has sent. */
export interface DemoCluster {
  name: string;
  environment: Environment;
  snapshot: Snapshot;
}

let plans: readonly ClusterPlan[] | undefined;
const fleetPlans = () => (plans ??= clusterSpecs.map(planCluster));

/**
 * The demo fleet at a moment: six clusters of three clouds and one of our own, about 60 nodes,
 * 500 workloads and 1,500 pods. The same moment gives the same bytes; uids never change, so
 * snapshots of successive moments are the history of one fleet. One cluster, `ml-training`, was
 * last heard of 20 minutes before. The fleet grew during the first half of 2025; ask for later.
 */
export function demoFleet(at: Date): DemoCluster[] {
  return fleetPlans().map((plan) => ({
    name: plan.spec.name,
    environment: plan.spec.environment,
    snapshot: makeSnapshot(plan, at.getTime() - (plan.spec.age_minutes ?? 0) * minute_ms),
  }));
}

/**
 * What the agent of one cluster of the fleet would have sent at this very moment, also of a cluster
 * that was last heard of before.
 *
 * @throws {RangeError} if the fleet has no such cluster
 */
export function demoSnapshot(cluster: string, at: Date): Snapshot {
  const plan = fleetPlans().find(({ spec }) => spec.name === cluster);
  if (!plan) throw new RangeError(`the demo fleet has no cluster ${cluster}`);
  return makeSnapshot(plan, at.getTime());
}
