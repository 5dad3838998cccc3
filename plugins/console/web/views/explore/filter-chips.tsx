import { Chip } from '../../parts/chip.tsx';
import { useExploration } from './exploration.ts';
import { FilterEditor } from './filter-editor.tsx';
import { describeValues, fieldLabel, type Filter, mergeFilter } from './filters.ts';
import { describeGroupings } from './groupings.ts';

/** All active filters, each of which must match, and a button to add one. */
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
          // Filters by uid come from drilling down and have no menu.
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
          label={`${describeGroupings(by)} with a name like “${searched}”`}
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
