import { Bar } from './measure.tsx';
import { type Amount, Cost, toLength } from './money.tsx';
import { type Column } from './table.tsx';

/** Two columns for an amount: a bar relative to the highest, and the amount. */
export function rankedBy<Row>(
  rows: readonly Row[],
  header: string,
  amountOf: (row: Row) => Amount | undefined,
): Column<Row>[] {
  const highest = Math.max(0, ...rows.map((row) => toLength(amountOf(row))));
  return [
    {
      name: 'bar',
      header: 'Relative',
      isDrawn: true,
      cell: (row) => <Bar share={highest > 0 ? toLength(amountOf(row)) / highest : 0} />,
    },
    { name: 'cost', header, isNumber: true, cell: (row) => <Cost of={amountOf(row)} /> },
  ];
}
