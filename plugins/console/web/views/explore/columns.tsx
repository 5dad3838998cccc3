import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { type ExplorationRow } from '../../api/questions.ts';
import { Change, Cost, Unknown } from '../../parts/money.tsx';
import { formatDecimal } from '../../parts/number.ts';
import { type Column } from '../../parts/table.tsx';
import { type ViewSearch } from '../../parts/view.tsx';
import { type Compared, costIn } from './comparison.ts';
import { components, CostBar } from './cost-bar.tsx';
import { listParts, withoutDay } from './daily.ts';
import { detailPath } from './drill-down.ts';
import { comparedRows, type Explored } from './exploration.ts';
import { findGrouping, type Key, readKey, rowKey } from './groupings.ts';
import { GroupName, RowName } from './row-name.tsx';

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

/** The components that amounts of this cost mode and basis include. */
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

function listMeasures(explored: Explored): readonly Measure[] {
  if (explored.shows === 'usage') return usage;
  return explored.shows === 'components'
    ? listComponents(explored).map(({ name }) => name)
    : ['costSharePercent', 'cpuEfficiencyPercent', 'memoryEfficiencyPercent'];
}

export function listColumns(
  explored: Explored,
  rows: readonly ExplorationRow[],
  longest: number,
  compared: Compared | undefined,
  kept: ViewSearch,
): RowColumn[] {
  const { by } = explored;
  const parts = [...listParts(explored, rows).keys()];
  const keys = withoutDay(explored).by;
  return [
    ...by.map((one, index): RowColumn => ({
      name: one,
      header: findGrouping(one).label,
      sortBy: findGrouping(one).name,
      cell: (row) =>
        index === 0 ? (
          <RowName
            explored={explored}
            row={row}
            kept={kept}
            series={parts.indexOf(rowKey(keys, row)) + 1}
          />
        ) : (
          <GroupName by={by} one={one} row={row} />
        ),
    })),
    ...(explored.shows !== 'usage'
      ? [
          {
            name: 'bar',
            header: 'Components',
            isDrawn: true,
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
  cell: (row) => (
    <MeasureCell
      value={row[name]}
      format={name.endsWith('Percent') ? formatShare : formatDecimal}
    />
  ),
});

const shares = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const formatShare = (percent: number) => shares.format(percent);

function MeasureCell({
  value,
  format,
}: {
  readonly value: string | number | undefined;
  readonly format: (value: number) => string;
}): ReactNode {
  if (typeof value === 'string') return <Cost of={value} />;
  if (value === undefined) return <Unknown why="Not measured." />;
  return (
    <data className="number" value={value} title={String(value)}>
      {format(value)}
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
      return <Unknown why="No data to compare with." />;
    }
    if (before.kind === 'at-most') {
      return <span className="unknown">not in the top {comparedRows} before</span>;
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
    const names = by.flatMap((one) => readKey(row, findGrouping(one).name) ?? []);
    return (
      path && (
        <Link to={path} search={kept} aria-label={`Open ${names.join(', ')}`}>
          Open
        </Link>
      )
    );
  },
});
