import { Link } from '@tanstack/react-router';
import { type ExplorationRow } from '../../api/questions.ts';
import { formatFullDay } from '../../parts/days.ts';
import { type ViewSearch } from '../../parts/view.tsx';
import { drillDown } from './drill-down.ts';
import { type Explored } from './exploration.ts';
import { findGrouping, type GroupBy, isLabel, readKey } from './groupings.ts';

/** The name links one level deeper; the line below has the further keys of the row. */
export function RowName({
  explored,
  row,
  kept,
  series = 0,
}: {
  readonly explored: Explored;
  readonly row: ExplorationRow;
  readonly kept: ViewSearch;
  /** The number of its series in the chart. */
  readonly series?: number;
}) {
  const { by } = explored;
  const [first = 'namespace'] = by;
  const deeper = drillDown(explored, row);
  const below = [...listContext(by, first, row), row.clusterName].filter(Boolean);
  const swatch = series > 0 && (
    <svg width="10" height="10" aria-hidden="true">
      <rect className={`fill-${series}`} width="10" height="10" rx="2" />
    </svg>
  );
  return (
    <div className="row-name">
      {deeper ? (
        <Link
          to="/explore"
          search={{ ...kept, ...ownSearch(explored), ...deeper }}
          title={`Cost by ${findGrouping(deeper.by).noun}`}
        >
          {swatch}
          {describeGroup(first, row)}
        </Link>
      ) : (
        <span>
          {swatch}
          {describeGroup(first, row)}
        </span>
      )}
      <span className="unit">{below.join(' · ')}</span>
    </div>
  );
}

/** The value of a row in a further grouping. */
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

/** "api (shop, production)", with the namespace and the cluster. */
export function describeRow(by: readonly GroupBy[], row: ExplorationRow): string {
  const names = by.map((one) => describeGroup(one, row)).join(', ');
  const parents = [by.includes('namespace') ? undefined : row.namespace, row.clusterName];
  const known = parents.filter((name) => name !== undefined);
  return known.length === 0 ? names : `${names} (${known.join(', ')})`;
}

function describeGroup(by: GroupBy, row: ExplorationRow): string {
  const { name, noun } = findGrouping(by);
  const value = readKey(row, name);
  if (name === 'day' && value !== undefined) return formatFullDay(value);
  // The instance type of a node without that label is an empty string.
  if (value === '' && isLabel(name)) return 'empty';
  return value === undefined || value === '' ? `no ${noun}` : value;
}

/** The further keys of a group, except those that rows are grouped by. */
function listContext(by: readonly GroupBy[], one: GroupBy, row: ExplorationRow): string[] {
  const names = by.map((other) => findGrouping(other).name);
  const { context } = findGrouping(one);
  const others = context.filter((key) => !names.includes(key));
  return others.flatMap((key) => readKey(row, key) ?? []).filter((value) => value !== '');
}

/** The parameters of this view that links one level deeper keep. */
const ownSearch = ({ isGrouped, compare, shows }: Explored) => ({
  grouped: isGrouped || undefined,
  compare,
  shows: shows === 'costs' ? undefined : shows,
});
