import { Link } from '@tanstack/react-router';
import { type ExplorationRow } from '../../api/questions.ts';
import { formatFullDay } from '../../parts/days.ts';
import { type ViewSearch } from '../../parts/view.tsx';
import { drillDown } from './drill-down.ts';
import { type Explored } from './exploration.ts';
import { findGrouping, type GroupBy, isLabel, readKey } from './groupings.ts';

/** The name leads one level deeper; below it is what else tells the row apart. */
export function RowName({
  explored,
  row,
  kept,
}: {
  readonly explored: Explored;
  readonly row: ExplorationRow;
  readonly kept: ViewSearch;
}) {
  const { by } = explored;
  const [first = 'namespace'] = by;
  const deeper = drillDown(explored, row);
  const below = [...listContext(by, first, row), row.clusterName].filter(Boolean);
  return (
    <div className="row-name">
      {deeper ? (
        <Link
          to="/explore"
          search={{ ...kept, ...ownSearch(explored), ...deeper }}
          title={`Its cost by ${findGrouping(deeper.by).noun}`}
        >
          {describeGroup(first, row)}
        </Link>
      ) : (
        <span>{describeGroup(first, row)}</span>
      )}
      <span className="unit">{below.join(' · ')}</span>
    </div>
  );
}

/** What a row is of in a further grouping. */
export function GroupName({
  by,
  one,
  row,
}: {
  readonly by: readonly GroupBy[];
  readonly one: GroupBy;
  readonly row: ExplorationRow;
}) {
  return (
    <div className="group-name">
      <span>{describeGroup(one, row)}</span>
      <span className="unit">{listContext(by, one, row).join(' · ')}</span>
    </div>
  );
}

function describeGroup(by: GroupBy, row: ExplorationRow): string {
  const { name, noun } = findGrouping(by);
  const value = readKey(row, name);
  if (name === 'day' && value !== undefined) return formatFullDay(value);
  // A node without the label of its instance type has an empty one.
  if (value === '' && isLabel(name)) return 'empty';
  return value === undefined || value === '' ? `no ${noun}` : value;
}

/** What else names a group, save what rows are grouped by anyway. */
function listContext(by: readonly GroupBy[], one: GroupBy, row: ExplorationRow): string[] {
  const names = by.map((other) => findGrouping(other).name);
  const { context } = findGrouping(one);
  const others = context.filter((key) => !names.includes(key));
  return others.flatMap((key) => readKey(row, key) ?? []).filter((value) => value !== '');
}

/** What of the address of this view a level deeper keeps. */
const ownSearch = ({ isGrouped, compare, shows }: Explored) => ({
  grouped: isGrouped || undefined,
  compare,
  shows: shows === 'usage' ? shows : undefined,
});
