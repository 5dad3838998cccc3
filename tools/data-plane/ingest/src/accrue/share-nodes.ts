import { shareNode, type NodeShare, type PerResource } from '@costplane/pricing';
import { type AllocatedNode, type RunningPod } from '../describe/allocate-nodes.ts';

/** Shares of the containers of each pod with a known node, in their order, by uid of the pod. */
export type SharesOfPods = ReadonlyMap<string, readonly PerResource<NodeShare>[]>;

/** Divides nodes among their pods, whether or not their price is known. */
export function shareNodes(
  nodes: readonly AllocatedNode[],
  running: Iterable<RunningPod>,
): SharesOfPods {
  const podsByNode = Map.groupBy(running, ({ node }) => node?.uid);
  const shares = new Map<string, readonly PerResource<NodeShare>[]>();
  for (const node of nodes) {
    const pods = podsByNode.get(node.uid) ?? [];
    const podShares = shareNode(
      node,
      pods.map(({ containers }) => containers.map(({ figures }) => figures)),
    );
    for (const [index, { pod }] of pods.entries()) shares.set(pod.uid, podShares[index] ?? []);
  }
  return shares;
}
