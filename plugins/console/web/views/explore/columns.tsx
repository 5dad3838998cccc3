import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type ExplorationRow } from '../../api/questions.ts';
import { Change, Cost, Unknown } from '../../parts/money.tsx';
import { formatDecimal } from '../../parts/number.ts';
import { type Column } from '../../parts/table.tsx';
import { type ViewSearch } from '../../parts/view.tsx';
import { type Compared, costIn } from './comparison.ts';
import { components, CostBar } from './cost-bar.tsx';
import { detailPath, drillDown } from './drill-down.ts';
import { comparedRows, type Explored } from './exploration.ts';
import { findGrouping, isLabel, type Key, readKey, rowKey } from './groupings.ts';

type RowColumn = Column<ExplorationRow>;
export type Measure = Exclude<keyof ExplorationRow, Key | 'labels' | 'annotations'>;

export const measureLabels: Readonly<Record<Measure, string>> = {
  totalCost: 'Cost',
  costSharePercent: 'Share, %',
  cpuCost: 'CPU',
  memoryCost: 'Memory',
  gpuCost: 'GPU',
  storageCost: 'Storage',
  idleCost: 'Idle',
  overheadCost: 'Overhead',
  cpuCoreHoursRequested: 'Core-hours requested',
  cpuCoreHoursUsed: 'Core-hours used',
  cpuEfficiencyPercent: 'CPU used, %',
  memoryGibHoursRequested: 'GiB-hours requested',
  memoryGibHoursUsed: 'GiB-hours used',
  memoryEfficiencyPercent: 'Memory used, %',
};

/** Components that amounts of this mode and basis consist of. */
export function listComponents({ costing }: Explored): readonly (typeof components)[number][] {
  const isLoaded = costing.cost_mode === 'fully_loaded';
  return components.filter(({ name }) => {
    if (name === 'storageCost') return costing.basis === 'all';
    return isLoaded || (name !== 'idleCost' && name !== 'overheadCost');
  });
}

const usage: readonly Measure[] = [
  'cpuCoreHoursRequested',
  'cpuCoreHoursUsed',
  'cpuEfficiencyPercent',
  'memoryGibHoursRequested',
  'memoryGibHoursUsed',
  'memoryEfficiencyPercent',
];

const listMeasures = (explored: Explored): readonly Measure[] =>
  explored.shows === 'usage'
    ? usage
    : [
        ...listComponents(explored).map(({ name }) => name),
        'costSharePercent',
        'cpuEfficiencyPercent',
        'memoryEfficiencyPercent',
      ];

export function listColumns(
  explored: Explored,
  rows: readonly ExplorationRow[],
  longest: number,
  compared: Compared | undefined,
  kept: ViewSearch,
): RowColumn[] {
  const { by } = explored;
  return [
    {
      name: 'name',
      header: findGrouping(by).label,
      sortBy: findGrouping(by).name,
      cell: (row) => <RowName explored={explored} row={row} kept={kept} />,
    },
    ...(explored.shows === 'costs'
      ? [
          {
            name: 'bar',
            header: 'Components',
            cell: (row: ExplorationRow) => <CostBar row={row} longest={longest} />,
          },
        ]
      : []),
    measureColumn('totalCost'),
    ...(compared ? [changeColumn(explored, compared)] : []),
    ...listMeasures(explored).map(measureColumn),
    ...(rows.some((row) => detailPath(by, row) !== undefined)
      ? [detailColumn(explored, kept)]
      : []),
  ];
}

const measureColumn = (name: Measure): RowColumn => ({
  name,
  header: measureLabels[name],
  isNumber: true,
  sortBy: name,
  cell: (row) => <MeasureCell value={row[name]} />,
});

function MeasureCell({ value }: { readonly value: string | number | undefined }): ReactNode {
  if (typeof value === 'string') return <Cost of={value} />;
  if (value === undefined) return <Unknown why="It was not measured." />;
  return (
    <data className="number" value={value} title={String(value)}>
      {formatDecimal(value)}
    </data>
  );
}

const changeColumn = ({ by }: Explored, { then }: Compared): RowColumn => ({
  name: 'change',
  header: 'Change',
  isNumber: true,
  cell: (row) => {
    const before = costIn(then, rowKey(by, row));
    if (row.totalCost === undefined || before.kind === 'unknown') {
      return <Unknown why="There is no data to compare with." />;
    }
    if (before.kind === 'at-most') {
      return <span className="unknown">not in the top {comparedRows} then</span>;
    }
    return (
      <>
        {before.isAbsent && <span className="mark new">new</span>}{' '}
        <Change from={before.amount} to={row.totalCost} />
      </>
    );
  },
});

const detailColumn = ({ by }: Explored, kept: ViewSearch): RowColumn => ({
  name: 'detail',
  header: 'View',
  cell: (row) => {
    const path = detailPath(by, row);
    const name = readKey(row, findGrouping(by).name);
    return (
      path && (
        <Link to={path} search={kept} aria-label={`Open ${name}`}>
          Open
        </Link>
      )
    );
  },
});

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
  const { name, noun, context } = findGrouping(explored.by);
  const deeper = drillDown(explored, row);
  // A node without the label of its instance type has an empty one.
  const value = readKey(row, name);
  const empty = isLabel(name) ? 'empty' : `no ${noun}`;
  const shown = value === '' ? empty : (value ?? `no ${noun}`);
  const below = [...context.map((key) => readKey(row, key)), row.clusterName].filter(Boolean);
  return (
    <div className="row-name">
      {deeper ? (
        <Link
          to="/explore"
          search={{ ...kept, ...ownSearch(explored), ...deeper }}
          title={`Its cost by ${findGrouping(deeper.by).noun}`}
        >
          {shown}
        </Link>
      ) : (
        <span>{shown}</span>
      )}
      {below.length > 0 && <span className="unit">{below.join(' · ')}</span>}
    </div>
  );
}

/** What of the address of this view a level deeper keeps. */
const ownSearch = ({ isGrouped, compare, shows }: Explored) => ({
  grouped: isGrouped || undefined,
  compare,
  shows: shows === 'usage' ? shows : undefined,
});
