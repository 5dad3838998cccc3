import { type ClusterSpec, type Environment } from './clusters.ts';
import { usageAt, type DemoUsage } from './demo-usage.ts';
import { makeSnapshot } from './make-snapshot.ts';
import { layOutCluster } from './plan-cluster.ts';
import { nodeUid } from './plan-nodes.ts';
import { type ClusterLayout } from './plan.ts';
import { scales, listSpecs, type Scale } from './scales.ts';
import { type Snapshot } from './snapshot.ts';
import { countVisitors } from './cluster-at.ts';
import { dayMs, minuteMs } from './units.ts';

/** A cluster of a demo fleet. */
export interface DemoMember {
  name: string;
  environment: Environment;
  /** Minutes that have passed since it was last heard of. */
  silent_minutes: number;
}

/** A cluster of the demo fleet with the latest snapshot that its agent has sent. */
export interface DemoCluster extends DemoMember {
  snapshot: Snapshot;
}

/** The clusters of the demo fleet of a scale. A name is that of one cluster of one scale. */
export function demoMembers(scale: Scale = 'small'): DemoMember[] {
  return listSpecs(scale).map(({ name, environment, age_minutes = 0 }) => ({
    name,
    environment,
    silent_minutes: age_minutes,
  }));
}

/** The latest snapshot that the agent of a cluster has sent at a moment. */
export function latestSnapshot({ name, silent_minutes }: DemoMember, at: Date): Snapshot {
  return demoSnapshot(name, new Date(at.getTime() - silent_minutes * minuteMs));
}

/**
 * The demo fleet at a moment, small unless another scale is asked for: six clusters of three clouds
 * and one of our own, about 90 nodes, 500 workloads and 1,700 pods. The same moment gives the same
 * bytes; names and uids depend on the fleet and the time alone, so snapshots of successive moments
 * are the history of one fleet. One cluster, `ml-training`, was last heard of 20 minutes before.
 * The fleet grew during the first half of 2025; ask for later.
 */
export function demoFleet(at: Date, scale: Scale = 'small'): DemoCluster[] {
  return demoMembers(scale).map((member) => ({ ...member, snapshot: latestSnapshot(member, at) }));
}

/**
 * What the agent of one cluster of a fleet would have sent at this very moment, also of a cluster
 * that was last heard of before.
 *
 * @throws {RangeError} if no fleet has such a cluster
 */
export function demoSnapshot(cluster: string, at: Date): Snapshot {
  return makeSnapshot(findLayout(cluster), at.getTime());
}

/**
 * What the containers of Deployments, StatefulSets and DaemonSets use at a moment, as the snapshot
 * of it says, for less than it takes to make that. Empty of a cluster that is not measured.
 *
 * @throws {RangeError} if no fleet has such a cluster
 */
export function demoUsage(cluster: string, at: Date): DemoUsage[] {
  return usageAt(findLayout(cluster), at.getTime());
}

/**
 * Names what a day (in UTC) of a cluster is like. What comes and goes by the calendar is the same on
 * days of one name; a name holds for weeks.
 *
 * @throws {RangeError} if no fleet has such a cluster
 */
export function demoDayKind(cluster: string, day: Date): string {
  const noon = day.getTime() + dayMs / 2;
  const isWeekend = [0, 6].includes(day.getUTCDay());
  return [isWeekend ? 'weekend' : 'weekday', ...countVisitors(findLayout(cluster), noon)].join(' ');
}

/** The uid of a node of a fleet's cluster, whenever it is there: by its name alone. */
export const demoNodeUid = (cluster: string, node: string): string => nodeUid(cluster, node);

/** Those that were asked for last. They are large, and come to use one after another. */
const layouts = new Map<string, ClusterLayout>();
const mostLayouts = 8;

function findLayout(cluster: string): ClusterLayout {
  const layout = layouts.get(cluster) ?? layOutCluster(...findSpec(cluster));
  layouts.delete(cluster);
  layouts.set(cluster, layout);
  for (const name of layouts.keys()) if (layouts.size > mostLayouts) layouts.delete(name);
  return layout;
}

function findSpec(cluster: string): [spec: ClusterSpec, index: number] {
  for (const scale of scales) {
    const specs = listSpecs(scale);
    const index = specs.findIndex(({ name }) => name === cluster);
    const spec = specs[index];
    if (spec) return [spec, index];
  }
  throw new RangeError(`the demo fleet has no cluster ${cluster}`);
}
