import { useEffect, useState } from 'react';
import { useLater } from '../../parts/use-later.ts';
import { comparisons, useExploration } from './exploration.ts';
import { useLabelKeys } from './field-values.ts';
import { findGrouping, groupings, isLabel } from './groupings.ts';

const typingPauseMs = 300;

/** What the rows are, and what else is asked of them. */
export function Controls() {
  const { explored, explore } = useExploration();
  const { by, isGrouped, compare, shows } = explored;
  const { data: keys = [] } = useLabelKeys();
  const labels = keys.map((key) => `label:${key}` as const);
  return (
    <div className="explore-bar">
      <label>
        By
        <select
          value={by}
          // Sorting may be by a field that the other grouping lacks.
          onChange={({ target: { value } }) =>
            explore({ by: value, sort: undefined, order: undefined })
          }
        >
          {Object.entries(groupings).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
          <optgroup label="Labels of workloads">
            {[...new Set(isLabel(by) ? [by, ...labels] : labels)].map((name) => (
              <option key={name} value={name}>
                {findGrouping(name).label}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <Search />
      <label>
        Compare with
        <select
          value={compare ?? ''}
          onChange={({ target: { value } }) => explore({ compare: value || undefined })}
        >
          <option value="">nothing</option>
          {Object.entries(comparisons).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Show
        <select
          value={shows}
          onChange={({ target: { value } }) =>
            explore({ shows: value === 'usage' ? value : undefined })
          }
        >
          <option value="costs">costs</option>
          <option value="usage">requests and use</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={isGrouped}
          onChange={({ target: { checked } }) =>
            explore({ grouped: checked || undefined, sort: undefined, order: undefined })
          }
        />
        One row per name over clusters
      </label>
    </div>
  );
}

/** Part of the name of a row; asked for when typing pauses. */
function Search() {
  const { explored, explore } = useExploration();
  const { by, searched } = explored;
  const [typed, setTyped] = useState(searched);
  const later = useLater(typed, typingPauseMs);
  useEffect(() => setTyped(searched), [searched]);
  useEffect(() => {
    if (later === typed && later !== searched) explore({ q: later || undefined });
  }, [later]);
  return (
    <input
      type="search"
      aria-label={`Part of the name of a ${findGrouping(by).noun}`}
      placeholder={`Search by name of ${findGrouping(by).noun}`}
      value={typed}
      onChange={({ target: { value } }) => setTyped(value)}
    />
  );
}
