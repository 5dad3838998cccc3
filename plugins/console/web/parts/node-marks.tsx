import { type Node } from '../api/nodes.ts';

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
      {is_spot && <span className="mark plain">spot</span>}{' '}
      {!is_ready && <span className="mark">not ready</span>}{' '}
      {!is_schedulable && <span className="mark">cordoned</span>}{' '}
      {cost.partial && (
        <span className="mark" title="Some components of its cost could not be determined.">
          partial
        </span>
      )}
    </>
  );
}
