import {
  allocateNode,
  chargePod,
  shareNode,
  type FixedPoint,
  type NodeShare,
  type PerResource,
  type PodAllocation,
  type PodCharge,
} from '@costplane/pricing';
import { type MeasuredPod } from './measured-pods.ts';
import { type PricedNode } from './nodes.ts';

export interface RunningPod extends MeasuredPod {
  /** Null if its node is unknown. */
  node: PricedNode | null;
  charge: PodCharge;
  /** Shares of its containers in the node, in their order; null if the node is unknown. */
  shares: readonly PerResource<NodeShare>[] | null;
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
    .sort((a, b) => (a.pod.uid < b.pod.uid ? -1 : 1))
    .map(({ pod, owner, containers }): RunningPod => ({
      pod,
      owner,
      containers,
      node: byName.get(pod.node_name) ?? null,
      charge: chargePod(containers.map(({ figures }) => figures)),
      shares: null,
      allocation: null,
    }));
  const podsByNode = Map.groupBy(running, ({ node }) => node?.uid);
  const allocated = [...new Map(nodes.map((node) => [node.uid, node])).values()].map((node) => {
    const { perResource, capacity, allocatable } = node;
    const onNode = podsByNode.get(node.uid) ?? [];
    const charges = onNode.map(({ charge }) => charge);
    const shares = shareNode(node, charges);
    const allocation = perResource && allocateNode({ perResource, capacity, allocatable }, charges);
    for (const [index, pod] of onNode.entries()) {
      pod.shares = shares[index] ?? null;
      pod.allocation = allocation?.pods[index] ?? null;
    }
    return { ...node, unallocated: allocation?.unallocated ?? null };
  });
  return { nodes: allocated, byName, running: new Map(running.map((pod) => [pod.pod.uid, pod])) };
}
