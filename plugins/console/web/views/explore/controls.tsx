import { useEffect, useState } from 'react';
import { useLater } from '../../parts/use-later.ts';
import { comparisons, shown, useExploration } from './exploration.ts';
import { GroupingChoice } from './grouping-choice.tsx';
import { describeGroupings } from './groupings.ts';

const typingPauseMs = 300;

/** Grouping, comparison, measures and search. */
export function Controls() {
  const { explored, explore } = useExploration();
  const { by, isGrouped, compare, shows } = explored;
  return (
    <div className="explore-bar">
      <GroupingChoice />
      <Search />
      <label>
        Compare with
        <select
          value={compare ?? ''}
          disabled={by.includes('time:day')}
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
            explore({ shows: value === 'costs' ? undefined : value })
          }
        >
          {Object.entries(shown).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
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
        Combine rows of the same name across clusters
      </label>
    </div>
  );
}

/** Search for a part of the name; the request is sent when typing pauses. */
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
      aria-label={`Part of the name of a ${describeGroupings(by)}`}
      placeholder="Search by name"
      value={typed}
      onChange={({ target: { value } }) => setTyped(value)}
    />
  );
}
