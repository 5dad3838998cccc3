import { escapeControls } from '../escape-controls.ts';
import { say } from '../say.ts';
import { type Column, showPlain, type Value } from './column.ts';
import { fitTable, isReadable } from './fit-table.ts';
import { type Output } from './outputs.ts';

/** The result of a query, for every output format. */
export interface Result<Row> {
  /** The response of the API, for JSON and YAML. */
  readonly document: unknown;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Undefined if the result has no amounts. */
  readonly currency: string | undefined;
  /** Whether there are more rows, in which case no total can be shown. */
  readonly isCut: boolean;
  /** Lines under the table. */
  readonly notes?: readonly string[];
  /** Lines under the table or, with CSV, on standard error. */
  readonly warnings?: readonly string[];
}

export async function format<Row>(result: Result<Row>, output: Output): Promise<string> {
  switch (output) {
    case 'json':
      return JSON.stringify(result.document, null, 2);
    case 'yaml':
      return (await import('yaml')).stringify(result.document).trimEnd();
    case 'csv':
      result.warnings?.forEach(say);
      return toCsv(result);
    case 'wide':
      return toTable(result, result.columns, Infinity);
    case 'table': {
      const columns = result.columns.filter(({ isWide }) => isWide !== true);
      return toTable(result, columns, process.stdout.columns);
    }
  }
}

/** Values as the API returns them, so that no digits are lost. */
function toCsv<Row>({ rows, columns, currency }: Result<Row>): string {
  const fields = columns.flatMap((column) =>
    column.field === undefined ? [] : { name: column.field, read: column.read },
  );
  const lines = [
    [...fields.map(({ name }) => name), 'currency'],
    ...rows.map((row) => [...fields.map(({ read }) => toRaw(read(row))), currency ?? '']),
  ];
  return lines.map((cells) => cells.map(quote).join(',')).join('\n');
}

const toRaw = (value: Value) => (value === undefined ? '' : showPlain(value));

const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

function toTable<Row>(
  result: Result<Row>,
  columns: readonly Column<Row>[],
  width = Infinity,
): string {
  const lines = toCells(result, columns);
  const cuts = columns.map(({ cut }) => cut);
  const optional = columns.findLastIndex(({ isOptional }) => isOptional);
  if (optional >= 0 && !isReadable(lines, cuts, width)) {
    return toTable(result, columns.toSpliced(optional, 1), width);
  }
  const notes = [...(result.notes ?? []), ...(result.warnings ?? [])];
  return [...fitTable(lines, cuts, width), ...notes.flatMap((note) => ['', note])].join('\n');
}

function toCells<Row>({ rows, isCut }: Result<Row>, columns: readonly Column<Row>[]): string[][] {
  const lines = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map((column) => showCell(column, row))),
  ];
  if (!isCut && rows.length > 1 && columns.some(({ total }) => total)) {
    lines.push(columns.map(({ total }, at) => total?.(rows) ?? (at === 0 ? 'TOTAL' : '')));
  }
  return lines;
}

function showCell<Row>({ read, show }: Column<Row>, row: Row): string {
  const value = read(row);
  return value === undefined || value === '' ? '-' : escapeControls(show(value));
}
