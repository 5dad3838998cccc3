import './measure.css';

/** A horizontal bar for a share from 0 to 1, next to the number. */
export function Bar({
  share,
  kind = 'used',
}: {
  readonly share: number;
  /** `series-1` to `series-5`: the color of a series in a chart of the view; `rest`: of none. */
  readonly kind?: 'used' | 'requested' | 'idle' | 'unallocated' | 'rest' | `series-${number}`;
}) {
  const width = `${Math.min(1, Math.max(0, share)) * 100}%`;
  return (
    <span className="bar" aria-hidden="true">
      <span className={`bar-fill ${kind}`} style={{ width }} />
    </span>
  );
}
