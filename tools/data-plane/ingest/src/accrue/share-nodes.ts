import { shareNode, type NodeShare, type PerResource } from '@costplane/pricing';
import { type AllocatedNode, type RunningPod } from '../describe/allocate-nodes.ts';

/** Of the containers of each pod whose node is known, in their order, by the pod's uid. */
export type SharesOfPods = ReadonlyMap<string, readonly PerResource<NodeShare>[]>;

/** Divides nodes among what runs on them, whether their price is known or not. */
export function shareNodes(
  nodes: readonly AllocatedNode[],
  running: Iterable<RunningPod>,
): SharesOfPods {
  const podsByNode = Map.groupBy(running, ({ node }) => node?.uid);
  const shares = new Map<string, readonly PerResource<NodeShare>[]>();
  for (const node of nodes) {
    const pods = podsByNode.get(node.uid) ?? [];
    const ofPods = shareNode(
      node,
      pods.map(({ containers }) => containers.map(({ figures }) => figures)),
    );
    for (const [index, { pod }] of pods.entries()) shares.set(pod.uid, ofPods[index] ?? []);
  }
  return shares;
}
