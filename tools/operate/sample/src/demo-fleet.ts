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
  /** Minutes since its last report. */
  silent_minutes: number;
}

/** A cluster of the demo fleet with the latest snapshot of its agent. */
export interface DemoCluster extends DemoMember {
  snapshot: Snapshot;
}

/** The clusters of the demo fleet of a scale. Each name belongs to one cluster of one scale. */
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
 * The demo fleet at a moment, small unless another scale is given: six clusters on three clouds and
 * one on premises, with about 90 nodes, 500 workloads and 1,700 pods. The same moment gives the
 * same bytes; names and uids only depend on the fleet and the time, so snapshots of successive
 * moments are the history of one fleet. One cluster, `ml-training`, last reported 20 minutes
 * before. The fleet grew during the first half of 2025; use a later moment.
 */
export function demoFleet(at: Date, scale: Scale = 'small'): DemoCluster[] {
  return demoMembers(scale).map((member) => ({ ...member, snapshot: latestSnapshot(member, at) }));
}

/**
 * The snapshot of one cluster at exactly this moment, even of a cluster that has stopped reporting.
 *
 * @throws {RangeError} if no fleet has such a cluster
 */
export function demoSnapshot(cluster: string, at: Date): Snapshot {
  return makeSnapshot(findLayout(cluster), at.getTime());
}

/**
 * Usage of the containers of Deployments, StatefulSets and DaemonSets at a moment, equal to that in
 * the snapshot, but cheaper than making one. Empty for a cluster without metrics.
 *
 * @throws {RangeError} if no fleet has such a cluster
 */
export function demoUsage(cluster: string, at: Date): DemoUsage[] {
  return usageAt(findLayout(cluster), at.getTime());
}

/**
 * Names the kind of a cluster's day (UTC). Workloads that follow the calendar are the same on days
 * of the same kind, which lasts for weeks.
 *
 * @throws {RangeError} if no fleet has such a cluster
 */
export function demoDayKind(cluster: string, day: Date): string {
  const noon = day.getTime() + dayMs / 2;
  const isWeekend = [0, 6].includes(day.getUTCDay());
  return [isWeekend ? 'weekend' : 'weekday', ...countVisitors(findLayout(cluster), noon)].join(' ');
}

/** The uid of a node of a fleet's cluster; depends only on its name. */
export const demoNodeUid = (cluster: string, node: string): string => nodeUid(cluster, node);

/** The most recently used layouts. They are large, and are used one after another. */
const layouts = new Map<string, ClusterLayout>();
const maxLayouts = 8;

function findLayout(cluster: string): ClusterLayout {
  const layout = layouts.get(cluster) ?? layOutCluster(...findSpec(cluster));
  layouts.delete(cluster);
  layouts.set(cluster, layout);
  for (const name of layouts.keys()) if (layouts.size > maxLayouts) layouts.delete(name);
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
