import './measure.css';

/** A horizontal bar for a share from 0 to 1, next to the number. */
export function Bar({
  share,
  kind = 'used',
}: {
  readonly share: number;
  readonly kind?: 'used' | 'requested' | 'idle' | 'unallocated';
}) {
  const width = `${Math.min(1, Math.max(0, share)) * 100}%`;
  return (
    <span className="bar" aria-hidden="true">
      <span className={`bar-fill ${kind}`} style={{ width }} />
    </span>
  );
}
