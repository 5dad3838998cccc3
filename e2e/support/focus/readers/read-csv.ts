import { CsvError, type CastingFunction, parse } from 'csv-parse/sync';
import { type FileContent, type Value } from '../exported-file.ts';
import { type ColumnType } from '../vocabulary/columns.ts';
import { type Violation, violation } from '../violation.ts';
import { decodeText } from './decode-text.ts';

/** RFC 4180. An empty field is null, and an empty text has quotes. */
export function readCsv(body: Buffer, typeOf: (column: string) => ColumnType): FileContent {
  const { text, violations } = decodeText(body);
  let records: Value[][];
  try {
    records = parse(text, { cast: nullIfEmpty, relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { columns: [], rows: [], violations: [...violations, violation(1, 'M', error.message)] };
  }
  const columns = (records.shift() ?? []).map((name) => String(name ?? ''));
  return {
    columns,
    rows: records.map((fields, row) => {
      if (fields.length !== columns.length) {
        const message = `${fields.length} fields, not ${columns.length}`;
        violations.push(violation(1, 'M', message, row));
      }
      const cells = columns.map((column, index) => {
        const field = fields[index] ?? null;
        return [column, typeOf(column) === 'BOOLEAN' ? toBoolean(field) : field] as const;
      });
      cells.forEach(([column, value]) => {
        violations.push(...wrongBoolean(column, typeOf(column), value, row));
      });
      return Object.fromEntries(cells);
    }),
    violations,
  };
}

// The types of the library know texts alone; what a cast returns is what a record holds.
const nullIfEmpty = ((field: string, { quoting }: { quoting: boolean }) =>
  field === '' && !quoting ? null : field) as CastingFunction;

const toBoolean = (field: Value): Value =>
  field === 'true' || field === 'false' ? field === 'true' : field;

const wrongBoolean = (column: string, type: ColumnType, value: Value, row: number): Violation[] =>
  type === 'BOOLEAN' && typeof value === 'string'
    ? [violation(1, 'P', `${column}: ${value} is neither true nor false`, row)]
    : [];
