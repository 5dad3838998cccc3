import { type ReactNode, useRef, useState } from 'react';
import './chip.css';

interface ChipProps {
  /** The field and the values of the filter. */
  readonly label: ReactNode;
  /** A chip with a value is highlighted. */
  readonly isSet?: boolean;
  /** The menu that changes the filter; a chip without one can only be removed. */
  readonly menu?: (close: () => void) => ReactNode;
  /** For screen readers: "the filter Team". */
  readonly name?: string;
  readonly onRemove?: (() => void) | undefined;
}

/** A filter with a menu that opens below it and closes when it loses focus. */
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
