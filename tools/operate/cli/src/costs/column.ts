import { type MoneyObject } from '@costplane/client';
import { type Cut } from './fit-table.ts';

/** The value of a row in a column; undefined when unknown. */
export type Value = string | number | boolean | MoneyObject | undefined;

export interface Column<Row> {
  readonly heading: string;
  /** Name of the column in CSV, which omits columns without one. */
  readonly field?: string;
  readonly read: (row: Row) => Value;
  readonly show: (value: Exclude<Value, undefined>) => string;
  /** For text columns, which are left-aligned: which part is cut if the terminal is too narrow. */
  readonly cut?: Cut;
  /** Omitted if the terminal is too narrow. */
  readonly isOptional?: boolean;
  /** Value in the last line of the table. */
  readonly total?: (rows: readonly Row[]) => string;
  /** Only in `-o wide` and CSV. */
  readonly isWide?: boolean;
}

type Read<Row> = (row: Row) => Value;

/** With all digits of the API. */
export const showPlain = (value: Exclude<Value, undefined>) =>
  typeof value === 'object' ? value.amount : String(value);

export const text = <Row>(heading: string, field: string, read: Read<Row>): Column<Row> => ({
  heading,
  field,
  read,
  show: showPlain,
  cut: 'end',
});

export const count = <Row>(heading: string, field: string, read: Read<Row>): Column<Row> => ({
  heading,
  field,
  read,
  show: showPlain,
});

export const percent = <Row>(heading: string, field: string, read: Read<Row>): Column<Row> => ({
  ...count(heading, field, read),
  show: (value) => `${Number(value).toFixed(1)}%`,
});

export const cores = <Row>(heading: string, field: string, read: Read<Row>): Column<Row> => ({
  ...count(heading, field, read),
  show: (value) => Number(value).toFixed(2),
});

export const bytes = <Row>(heading: string, field: string, read: Read<Row>): Column<Row> => ({
  ...count(heading, field, read),
  show: (value) => `${(Number(value) / 2 ** 30).toFixed(1)}Gi`,
});

export const money = <Row>(heading: string, field: string, read: Read<Row>): Column<Row> => ({
  heading,
  field,
  read,
  show: showPlain,
});

export const wide = <Row>(...columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map((column) => ({ ...column, isWide: true }));

export const optional = <Row>(...columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map((column) => ({ ...column, isOptional: true }));
