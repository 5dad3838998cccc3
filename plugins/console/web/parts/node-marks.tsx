import { type Node } from '../api/nodes.ts';
import { Mark, PartialMark } from './mark.tsx';

/** Marks spot nodes and unusual states of a node. */
export function NodeMarks({
  of: {
    metadata: { is_spot, is_ready, is_schedulable },
    cost,
  },
}: {
  readonly of: Node;
}) {
  return (
    <>
      {is_spot && (
        <Mark isPlain why="A discounted instance that the provider may reclaim at short notice.">
          spot
        </Mark>
      )}{' '}
      {!is_ready && <Mark why="Kubernetes reports the node as not ready.">not ready</Mark>}{' '}
      {!is_schedulable && <Mark why="The node accepts no new pods.">cordoned</Mark>}{' '}
      {cost.partial && <PartialMark />}
    </>
  );
}
