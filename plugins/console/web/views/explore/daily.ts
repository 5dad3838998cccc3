import { explore, type ExplorationRow } from '../../api/questions.ts';
import { maxColored } from '../../parts/day-bars.tsx';
import { countDays } from '../../parts/days.ts';
import { canFilter, filtersOfRow } from './drill-down.ts';
import { type Explored, toDailyQuestion } from './exploration.ts';
import { type Axis, type Filter, isAlike, mergeFilter, narrowFilters } from './filters.ts';
import { type GroupBy, maxGroupings, rowKey } from './groupings.ts';

const maxDays = 366;

export function isCharted({ days }: Explored): boolean {
  const count = countDays(days);
  return count > 1 && count <= maxDays;
}

/** Days are not a series, but the axis. */
export const withoutDay = (explored: Explored): Explored => ({
  ...explored,
  by: explored.by.filter((one) => one !== 'time:day'),
});

/** The series of the chart by key: the first rows that filters can select. */
export function listParts(
  explored: Explored,
  rows: readonly ExplorationRow[],
): ReadonlyMap<string, ExplorationRow> {
  const { by } = withoutDay(explored);
  if (!isCharted(explored) || by.length === 0 || by.length === maxGroupings) return new Map();
  const parts = rows
    .filter((row) => by.every((one) => canFilter(explored, one, row)))
    .map((row): [string, ExplorationRow] => [rowKey(by, row), row]);
  return new Map([...new Map(parts)].slice(0, maxColored));
}

/** The cost per day of all rows, unless they are searched, and of those that are series. */
export function askDaily(explored: Explored, parts: readonly ExplorationRow[]) {
  const grouped = withoutDay(explored);
  const { by, filters, searched } = grouped;
  const total: Explored = {
    ...grouped,
    by: by.some(isOfNodes) ? ['instance_type', 'time:day'] : ['time:day'],
    isGrouped: true,
    filters: [...filters, ...filtersOfGroupings(by)],
  };
  const series: Explored = {
    ...grouped,
    by: [...by, 'time:day'],
    filters: narrowFilters(filters, filtersOfRows(grouped, parts)),
  };
  return [...(searched === '' ? [total] : []), ...(parts.length > 0 ? [series] : [])].map((one) =>
    explore(toDailyQuestion(one)),
  );
}

const isOfNodes = (by: GroupBy) => by === 'node' || by === 'instance_type';
const isOfPods = (by: GroupBy) => by === 'pod' || by === 'container';

const kinds: Readonly<Partial<Record<GroupBy, string>>> = {
  workload: '',
  controller_kind: '',
  deployment: 'Deployment',
  statefulset: 'StatefulSet',
  daemonset: 'DaemonSet',
};

/** Filters that select all cost that has a row in these groupings, and no other. */
function filtersOfGroupings(by: readonly GroupBy[]): Filter[] {
  const startsWith = (axis: Axis, field: string, text: string): Filter => ({
    axis,
    field,
    operator: 'starts_with',
    values: [text],
  });
  const needsPods = by.some(isOfPods) || (by.some(isOfNodes) && !by.every(isOfNodes));
  return [
    ...by.flatMap((one) => {
      const kind = kinds[one];
      return kind === undefined ? [] : [startsWith('workload', 'kind', kind)];
    }),
    ...(needsPods ? [startsWith('pod', 'name', '')] : []),
  ];
}

/** Filters that select these rows, and few others. */
function filtersOfRows(explored: Explored, rows: readonly ExplorationRow[]): readonly Filter[] {
  const each = rows.map((row) => filtersOfRow(explored, row));
  return each
    .flat()
    .filter((filter) => each.every((filters) => filters.some((one) => isAlike(one, filter))))
    .reduce<readonly Filter[]>((merged, filter) => mergeFilter(merged, filter), []);
}
