import { allocateNode, type FixedPoint, type PodAllocation } from '@costplane/pricing';
import { type MeasuredPod } from './measured-pods.ts';
import { type PricedNode } from './nodes.ts';

export interface RunningPod extends MeasuredPod {
  /** Null if its node is unknown. */
  node: PricedNode | null;
  /** Null if its cost is unknown: it has no known node, or the node has no known price. */
  allocation: PodAllocation | null;
}

export interface AllocatedNode extends PricedNode {
  /** Unallocated part of its price per hour; null if the price is unknown. */
  unallocated: FixedPoint | null;
}

export interface AllocatedNodes {
  nodes: AllocatedNode[];
  byName: ReadonlyMap<string, PricedNode>;
  /** By uid, in its order. */
  running: ReadonlyMap<string, RunningPod>;
}

/**
 * Divides the price of each node among its running pods. If nodes have the same name, the last one
 * gets the pods; of nodes with the same uid only the last one counts.
 */
export function allocateNodes(
  nodes: readonly PricedNode[],
  pods: readonly MeasuredPod[],
): AllocatedNodes {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  // Sorts the pods, because snapshots list them in any order, and the rounding of shares must not
  // depend on it.
  const running = pods
    .filter(({ pod }) => pod.phase === 'Running')
    .sort((a, b) => (a.pod.uid < b.pod.uid ? -1 : 1));
  const podsByNode = Map.groupBy(running, ({ pod }) => byName.get(pod.node_name)?.uid);
  const allocations = new Map<string, PodAllocation>();
  const allocated: AllocatedNode[] = [];
  for (const node of new Map(nodes.map((each) => [each.uid, each])).values()) {
    const { perResource, capacity, allocatable } = node;
    if (perResource === null) {
      allocated.push({ ...node, unallocated: null });
      continue;
    }
    const onNode = podsByNode.get(node.uid) ?? [];
    const allocation = allocateNode(
      { perResource, capacity, allocatable },
      onNode.map(({ containers }) => containers.map(({ figures }) => figures)),
    );
    allocated.push({ ...node, unallocated: allocation.unallocated });
    for (const [index, { pod }] of onNode.entries()) {
      const podAllocation = allocation.pods[index];
      if (podAllocation) allocations.set(pod.uid, podAllocation);
    }
  }
  return {
    nodes: allocated,
    byName,
    running: new Map(
      running.map((measured) => [
        measured.pod.uid,
        {
          ...measured,
          node: byName.get(measured.pod.node_name) ?? null,
          allocation: allocations.get(measured.pod.uid) ?? null,
        },
      ]),
    ),
  };
}
