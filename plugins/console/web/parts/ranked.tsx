import { Bar } from './measure.tsx';
import { type Amount, Cost, toLength } from './money.tsx';
import { type Column } from './table.tsx';

/**
 * Two columns for an amount: a bar relative to the highest, and the amount. Rows that are a series of a chart in the
 * same view have its number, from 1.
 */
export function rankedBy<Row>(
  rows: readonly Row[],
  header: string,
  amountOf: (row: Row) => Amount | undefined,
  seriesOf?: (row: Row) => number,
): Column<Row>[] {
  const highest = Math.max(0, ...rows.map((row) => toLength(amountOf(row))));
  return [
    {
      name: 'bar',
      header: 'Relative',
      isDrawn: true,
      cell: (row) => (
        <Bar
          share={highest > 0 ? toLength(amountOf(row)) / highest : 0}
          {...(seriesOf && { kind: chooseKind(seriesOf(row)) })}
        />
      ),
    },
    { name: 'cost', header, isNumber: true, cell: (row) => <Cost of={amountOf(row)} /> },
  ];
}

const chooseKind = (series: number) => (series > 0 ? (`series-${series}` as const) : 'rest');
