import { measureLabels } from './columns.tsx';
import { useExploration } from './exploration.ts';
import { describeKey, listKeys } from './groupings.ts';

/** Includes keys without a column, such as the cluster. */
export function SortChoice() {
  const { explored, explore } = useExploration();
  const { by, isGrouped, sortBy, sortOrder } = explored;
  const keys = listKeys(by, isGrouped).filter((key) => !/(?:Uid|Id)$/.test(key));
  const other = sortOrder === 'asc' ? 'desc' : 'asc';
  return (
    <>
      <select
        aria-label="Sort by"
        value={sortBy}
        onChange={({ target: { value } }) => {
          // Names ascending, amounts descending.
          const order = describeKey(value) ? 'asc' : 'desc';
          explore({ sort: value, order });
        }}
      >
        {keys.map((key) => (
          <option key={key} value={key}>
            {describeKey(key)}
          </option>
        ))}
        {Object.entries(measureLabels).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        className="quiet"
        aria-label={
          sortOrder === 'asc' ? 'Ascending; sort descending' : 'Descending; sort ascending'
        }
        onClick={() => explore({ order: other })}
      >
        {sortOrder === 'asc' ? '↑' : '↓'}
      </button>
    </>
  );
}
