import { allocateNode, type FixedPoint, type PodAllocation } from '@costplane/pricing';
import { type MeasuredPod } from './measured-pods.ts';
import { type PricedNode } from './nodes.ts';

export interface RunningPod extends MeasuredPod {
  /** Null: its node is not known. */
  node: PricedNode | null;
  /** Null: what it costs is not known; its node is not, or has no known price. */
  allocation: PodAllocation | null;
}

export interface AllocatedNode extends PricedNode {
  /** What of its price no pod could be given, per hour; null: its price is not known. */
  unallocated: FixedPoint | null;
}

export interface AllocatedNodes {
  nodes: AllocatedNode[];
  byName: ReadonlyMap<string, PricedNode>;
  /** By uid, in its order. */
  running: ReadonlyMap<string, RunningPod>;
}

/**
 * Shares out what each node costs among the running pods on it. Of nodes of one name the last has
 * the pods; of one uid there is only the last.
 */
export function allocateNodes(
  nodes: readonly PricedNode[],
  pods: readonly MeasuredPod[],
): AllocatedNodes {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  // Snapshots list pods in any order; the last digit of a share must not depend on it.
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
      const ofPod = allocation.pods[index];
      if (ofPod) allocations.set(pod.uid, ofPod);
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
