import { type ReactNode } from 'react';
import './table.css';

export interface Column<Row> {
  readonly name: string;
  readonly header: string;
  /** Numbers are right-aligned. */
  readonly isNumber?: boolean;
  /** Visualizes another column; hidden on narrow screens. */
  readonly isDrawn?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** The API's name for sorting by this column, if it can. */
  readonly sortBy?: string;
}

interface Sorting {
  readonly by: string;
  readonly order: 'asc' | 'desc';
  readonly onSort: (by: string, order: 'asc' | 'desc') => void;
}

interface TableProps<Row> {
  /** The caption for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sorting?: Sorting;
  /** Totals from the API, by column name. */
  readonly totals?: Readonly<Record<string, ReactNode>>;
  /** For long lists: the totals are above the rows, and stay in view. */
  readonly hasTotalsFirst?: boolean;
}

/** Rows in the order of the API: nothing is sorted, filtered or added up in the browser. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sorting,
  totals,
  hasTotalsFirst = false,
}: TableProps<Row>) {
  const totalsRow = totals && (
    <tr className="totals">
      {columns.map((column) => (
        <td key={column.name} className={chooseClass(column)}>
          {totals[column.name]}
        </td>
      ))}
    </tr>
  );
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
          {hasTotalsFirst && totalsRow}
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.name} className={chooseClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {!hasTotalsFirst && totalsRow && <tfoot>{totalsRow}</tfoot>}
      </table>
    </div>
  );
}

const chooseClass = ({ isNumber, isDrawn }: Pick<Column<never>, 'isNumber' | 'isDrawn'>) =>
  isNumber ? 'number' : isDrawn ? 'drawn' : undefined;

function Header<Row>({
  column,
  sorting,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}) {
  const { header, sortBy } = column;
  const className = chooseClass(column);
  if (!sorting || sortBy === undefined) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const isSorted = sorting.by === sortBy;
  const isDescending = isSorted && sorting.order === 'desc';
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="sort"
        onClick={() => sorting.onSort(sortBy, isDescending ? 'asc' : 'desc')}
      >
        {header}
        <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  );
}
