import { sql, type RawBuilder } from 'kysely';
import { arrayText } from '../array-text.ts';
import { type LedgerColumn, type LedgerTable } from './ledger-columns.ts';

/**
 * The values of a column, in row order; numbers as text, so that none passes through a float. In
 * addition to the columns of the tables there are `day` and, for hourly tables, `hours`: a row is
 * added to each of its hours, which are in that day.
 */
export type ColumnValues = (name: string) => readonly unknown[];

/**
 * A query that returns rows with the columns of all tables, `day`, `hours` if any table is hourly,
 * and `ordinality`. Each column is one parameter, which is parsed several times as fast as JSON.
 */
export function givenRows(
  tables: readonly LedgerTable[],
  valuesOf: ColumnValues,
): RawBuilder<unknown> {
  const columns = [...listColumns(tables).values()];
  const arrays = columns.map((column) => toArray(column, valuesOf(column.name)));
  return sql`
    select ${sql.join(columns.map(columnValue))}, ordinality
    from unnest(${sql.join(arrays)}) with ordinality
      as sent (${sql.join(columns.map(({ name }) => sql.id(name)))}, ordinality)`;
}

type Column = Pick<LedgerColumn, 'name'> & {
  type: LedgerColumn['type'] | 'date' | 'timestamptz[]';
};

function listColumns(tables: readonly LedgerTable[]): Map<string, Column> {
  const own: Column[] = tables.some(({ bucket }) => bucket === 'hour')
    ? [
        { name: 'day', type: 'date' },
        { name: 'hours', type: 'timestamptz[]' },
      ]
    : [{ name: 'day', type: 'date' }];
  const all = [...own, ...tables.flatMap(({ columns }) => columns)];
  return new Map(all.map((column) => [column.name, column]));
}

/** Such text values need no escaping, or are escaped by the driver. */
const isPlain = ({ type }: Column) =>
  type === 'uuid' ||
  type === 'bigint' ||
  type === 'numeric' ||
  type === 'boolean' ||
  type === 'date';

function toArray(column: Column, values: readonly unknown[]): RawBuilder<unknown> {
  return isPlain(column)
    ? sql`${arrayText(values as readonly (string | number | null)[])}::${sql.raw(column.type)}[]`
    : sql`${values.map(nested)}::text[]`;
}

/** PostgreSQL has no arrays of arrays with different lengths, so those are passed as texts. */
const nested = (value: unknown) => (Array.isArray(value) ? arrayText(value as string[]) : value);

const columnValue = (column: Column) =>
  isPlain(column) || column.type === 'text'
    ? sql.id(column.name)
    : sql`${sql.id(column.name)}::${sql.raw(column.type)} as ${sql.id(column.name)}`;
