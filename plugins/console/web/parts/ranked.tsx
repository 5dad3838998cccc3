import { Bar } from './measure.tsx';
import { type Amount, Cost, toLength } from './money.tsx';
import { type Column } from './table.tsx';

/** Two columns for rows sorted by an amount: a bar relative to the first row, and the amount. */
export function rankedBy<Row>(
  rows: readonly Row[],
  header: string,
  amountOf: (row: Row) => Amount | undefined,
): Column<Row>[] {
  const [first] = rows;
  const highest = first === undefined ? 0 : toLength(amountOf(first));
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
