import { type Node } from '../api/nodes.ts';
import { Mark, PartialMark } from './mark.tsx';

/** How the machine is bought, and what is out of the ordinary with it. */
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
        <Mark isPlain why="Its provider may take it back at short notice, and asks less for it.">
          spot
        </Mark>
      )}{' '}
      {!is_ready && <Mark why="Kubernetes reports it as not ready.">not ready</Mark>}{' '}
      {!is_schedulable && <Mark why="It takes no new pods.">cordoned</Mark>}{' '}
      {cost.partial && <PartialMark />}
    </>
  );
}
