import { type ReactNode, useRef, useState } from 'react';
import './chip.css';

interface ChipProps {
  /** What it filters by, and which values are set. */
  readonly label: ReactNode;
  /** With a value it stands out. */
  readonly isSet?: boolean;
  /** To change it; a chip without a menu can only be taken back. */
  readonly menu?: (close: () => void) => ReactNode;
  /** In words, as a screen reader says it: "the filter Team". */
  readonly name?: string;
  readonly onRemove?: (() => void) | undefined;
}

/** A filter: its menu opens below it, and closes when it is left. */
export function Chip({ label, isSet = false, menu, name, onRemove }: ChipProps) {
  return (
    <div className={isSet ? 'chip set' : 'chip'}>
      {menu ? <ChipMenu label={label} menu={menu} /> : <span className="chip-label">{label}</span>}
      {onRemove && (
        <button type="button" aria-label={`Remove ${name}`} onClick={onRemove}>
          ×
        </button>
      )}
    </div>
  );
}

function ChipMenu({ label, menu }: Required<Pick<ChipProps, 'label' | 'menu'>>) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    details.current?.removeAttribute('open');
    details.current?.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={details}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) currentTarget.removeAttribute('open');
      }}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <summary className="chip-label">{label}</summary>
      {isOpen && (
        <div className="chip-menu" tabIndex={-1}>
          {menu(close)}
        </div>
      )}
    </details>
  );
}
