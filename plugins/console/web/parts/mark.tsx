import { type ReactNode, useState } from 'react';
import './mark.css';

interface MarkProps {
  /** What the mark means for the numbers next to it. */
  readonly why: string;
  /** Whether it is only information, not a warning. */
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}

/** A note next to a number; its meaning is shown on hover and focus. */
export function Mark({ why, isPlain = false, children }: MarkProps) {
  const [place, setPlace] = useState<{ left: number; top: number }>();
  const show = ({ currentTarget }: { currentTarget: Element }) => {
    const { left, bottom } = currentTarget.getBoundingClientRect();
    setPlace({ left: Math.min(left, innerWidth - 270), top: bottom + 4 });
  };
  const hide = () => setPlace(undefined);
  return (
    <span
      className={isPlain ? 'mark plain' : 'mark'}
      role="note"
      tabIndex={0}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={show}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      <span className="visually-hidden">: {why}</span>
      {place && (
        <span className="mark-tip" style={place} aria-hidden="true">
          {why}
        </span>
      )}
    </span>
  );
}

/** For costs with components that could not be determined. */
export function PartialMark() {
  return (
    <Mark why="Some components of the cost could not be determined: the actual cost may be higher.">
      partial
    </Mark>
  );
}
