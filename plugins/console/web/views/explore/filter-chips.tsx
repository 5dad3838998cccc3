import { useRef, useState } from 'react';
import { useExploration } from './exploration.ts';
import { FilterEditor } from './filter-editor.tsx';
import { describeValues, fieldLabel, type Filter, mergeFilter } from './filters.ts';
import { findGrouping } from './groupings.ts';
import './explore.css';

/** All filters that are set, each of which must match, and the way to one more. */
export function FilterChips() {
  const { explored, explore } = useExploration();
  const { filters, searched, by } = explored;
  /** The number of the filter that is edited; -1 for a new one. */
  const [edited, setEdited] = useState<number>();
  const add = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEdited(undefined);
    add.current?.focus();
  };
  const setFilters = (changed: readonly Filter[]) =>
    explore({ filters: changed.length === 0 ? undefined : changed });
  return (
    <>
      <ul className="chips" aria-label="Filters">
        {filters.map((filter, index) => (
          <li key={JSON.stringify(filter)}>
            {index > 0 && <span className="joined">and </span>}
            <span className="chip">
              <button
                type="button"
                // A uid is set by drilling down; there is nothing to choose.
                disabled={filter.label !== undefined}
                title={filter.label === undefined ? 'Change this filter' : filter.values.join(', ')}
                onClick={() => setEdited(index)}
              >
                <b>{fieldLabel(filter)}</b> {describeValues(filter)}
              </button>
              <button
                type="button"
                aria-label={`Remove the filter ${fieldLabel(filter)} ${describeValues(filter)}`}
                onClick={() => setFilters(filters.toSpliced(index, 1))}
              >
                ×
              </button>
            </span>
          </li>
        ))}
        {searched !== '' && (
          <li>
            <span className="chip">
              <button
                type="button"
                aria-label={`Remove the search for ${searched}`}
                onClick={() => explore({ q: undefined })}
              >
                {findGrouping(by).label} named “{searched}” ×
              </button>
            </span>
          </li>
        )}
        <li>
          <button
            ref={add}
            type="button"
            onClick={() => setEdited(-1)}
            aria-expanded={edited !== undefined}
          >
            Add filter
          </button>
        </li>
      </ul>
      {edited !== undefined && (
        <FilterEditor
          key={edited}
          filter={filters[edited]}
          onApply={(filter) => {
            close();
            setFilters(edited < 0 ? mergeFilter(filters, filter) : filters.with(edited, filter));
          }}
          onCancel={close}
        />
      )}
    </>
  );
}
