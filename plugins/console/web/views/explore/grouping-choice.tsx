import { useExploration } from './exploration.ts';
import { useLabelKeys } from './field-values.ts';
import { findGrouping, type GroupBy, groupings, isLabel, maxGroupings } from './groupings.ts';

/** The grouping of rows, with up to two more within it. */
export function GroupingChoice() {
  const { explored, explore } = useExploration();
  const { by, inheritsLabels } = explored;
  const group = (values: Partial<Record<string, unknown>>) =>
    // The new grouping may not have the field of the current sorting.
    explore({ sort: undefined, order: undefined, ...values });
  return (
    <>
      {[...by, undefined].slice(0, maxGroupings).map((chosen, index) => (
        <label key={index}>
          {index === 0 ? 'Group by' : 'then by'}
          <select
            value={chosen ?? ''}
            onChange={({ target: { value } }) => {
              const changed = by.toSpliced(index, 1, ...(value === '' ? [] : [value as GroupBy]));
              group({ by: changed.length === 1 ? changed[0] : changed });
            }}
          >
            {index > 0 && <option value="">nothing</option>}
            <Groupings chosen={chosen} taken={by} />
          </select>
        </label>
      ))}
      {by.some(isLabel) && (
        <label>
          <input
            type="checkbox"
            checked={inheritsLabels}
            onChange={({ target: { checked } }) => explore({ inherit: checked || undefined })}
          />
          Inherit labels from the namespace
        </label>
      )}
    </>
  );
}

/** Groupings that are not selected yet. */
function Groupings({
  chosen,
  taken,
}: {
  readonly chosen: GroupBy | undefined;
  readonly taken: readonly GroupBy[];
}) {
  const labelGroupings = useLabelKeys('label').map((key) => `label:${key}` as const);
  const annotationGroupings = useLabelKeys('annotation').map((key) => `annotation:${key}` as const);
  const list = (names: readonly GroupBy[]) =>
    [...new Set(names)]
      .filter((name) => name === chosen || !taken.includes(name))
      .map((name) => (
        <option key={name} value={name}>
          {findGrouping(name).label}
        </option>
      ));
  const own = chosen !== undefined && isLabel(chosen) ? [chosen] : [];
  return (
    <>
      {list(Object.keys(groupings) as GroupBy[])}
      <optgroup label="Labels and annotations of workloads">
        {list([...own, ...labelGroupings, ...annotationGroupings])}
      </optgroup>
    </>
  );
}
