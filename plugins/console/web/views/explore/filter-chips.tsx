import { Chip } from '../../parts/chip.tsx';
import { useExploration } from './exploration.ts';
import { FilterEditor } from './filter-editor.tsx';
import { describeValues, fieldLabel, type Filter, mergeFilter } from './filters.ts';
import { describeGroupings } from './groupings.ts';

/** All filters that are set, each of which must match, and the way to one more. */
export function FilterChips() {
  const { explored, explore } = useExploration();
  const { filters, searched, by } = explored;
  const setFilters = (changed: readonly Filter[]) =>
    explore({ filters: changed.length === 0 ? undefined : changed });
  return (
    <div className="filters" role="group" aria-label="Filters">
      {filters.map((filter, index) => (
        <Chip
          key={JSON.stringify(filter)}
          label={
            <>
              {fieldLabel(filter)} <strong>{describeValues(filter)}</strong>
            </>
          }
          isSet
          name={`the filter ${fieldLabel(filter)} ${describeValues(filter)}`}
          // A uid is set by drilling down; there is nothing to choose.
          {...(filter.label === undefined && {
            menu: (close) => (
              <FilterEditor
                filter={filter}
                onApply={(changed) => {
                  close();
                  setFilters(filters.with(index, changed));
                }}
              />
            ),
          })}
          onRemove={() => setFilters(filters.toSpliced(index, 1))}
        />
      ))}
      {searched !== '' && (
        <Chip
          label={`${describeGroupings(by)} named “${searched}”`}
          isSet
          name={`the search for ${searched}`}
          onRemove={() => explore({ q: undefined })}
        />
      )}
      <Chip
        label="Add filter"
        menu={(close) => (
          <FilterEditor
            filter={undefined}
            onApply={(filter) => {
              close();
              setFilters(mergeFilter(filters, filter));
            }}
          />
        )}
      />
    </div>
  );
}
