import { allocateNode, type PodAllocation } from '@costplane/pricing';
import type { SnapshotPod } from '../snapshot-schema.ts';
import type { Figures } from './figures.ts';
import type { PricedNode } from './nodes.ts';

export interface MeasuredPod {
  pod: SnapshotPod;
  containers: readonly { figures: Figures }[];
}

/**
 * What the running pods cost, by uid. One that is missing has no known cost: its node is not in
 * the snapshot, or has no known price.
 */
export function directCosts(
  pods: readonly MeasuredPod[],
  nodes: ReadonlyMap<string, PricedNode>,
): Map<string, PodAllocation> {
  const costs = new Map<string, PodAllocation>();
  const running = pods.filter(({ pod }) => pod.phase === 'Running');
  for (const [nodeName, onNode] of Map.groupBy(running, ({ pod }) => pod.node_name)) {
    const node = nodes.get(nodeName);
    if (!node?.perResource) continue;
    // Snapshots list pods in any order; the last digit of a share must not depend on it.
    onNode.sort((a, b) => (a.pod.uid < b.pod.uid ? -1 : 1));
    const { capacity, allocatable, perResource } = node;
    const allocation = allocateNode(
      { capacity, allocatable, perResource },
      onNode.map(({ containers }) => containers.map(({ figures }) => figures)),
    );
    onNode.forEach(({ pod }, index) => {
      const share = allocation.pods[index];
      if (share) costs.set(pod.uid, share);
    });
  }
  return costs;
}
