import { type FileContent, type Row, type Value } from '../exported-file.ts';
import { JsonNumber, JsonObject, type JsonValue, parseStrictJson } from '../strict-json.ts';
import { type ColumnType } from '../vocabulary/columns.ts';
import { type Violation, violation } from '../violation.ts';
import { decodeText } from './decode-text.ts';

/**
 * One object per line, every column in each. A file without rows does not say its columns, so that
 * the expected ones stand for them.
 */
export function readJsonLines(
  body: Buffer,
  typeOf: (column: string) => ColumnType,
  expectedColumns: readonly string[],
): FileContent {
  const { text, violations } = decodeText(body);
  const lines = text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
  const objects = lines.map((line, row) => readLine(line, row, violations));
  const columns = objects[0]?.keys ?? expectedColumns;
  return {
    columns,
    rows: objects.map((object, row) => toRow(object, row, columns, typeOf, violations)),
    violations,
  };
}

function readLine(line: string, row: number, violations: Violation[]): JsonObject {
  try {
    const value = parseStrictJson(line);
    if (value instanceof JsonObject) return value;
    violations.push(violation(1, 'M', 'the line is no object', row));
  } catch (error) {
    violations.push(violation(1, 'M', (error as Error).message, row));
  }
  return new JsonObject([]);
}

function toRow(
  object: JsonObject,
  row: number,
  columns: readonly string[],
  typeOf: (column: string) => ColumnType,
  violations: Violation[],
): Row {
  const { keys } = object;
  // A key that recurs in every line is a column that occurs twice: check 6.
  if (keys.join() !== columns.join()) {
    violations.push(violation(1, 'M', `its keys are ${keys.join()}, not ${columns.join()}`, row));
  }
  return Object.fromEntries(
    object.entries.map(([column, json]) => {
      const type = typeOf(column);
      if (json !== null && !isOfType(json, type)) {
        const message = `${column}: ${typeof json} is not how a ${type} is written`;
        violations.push(violation(1, 'P', message, row));
      }
      return [column, toValue(json)];
    }),
  );
}

function isOfType(json: JsonValue, type: ColumnType): boolean {
  if (type === 'DECIMAL') return json instanceof JsonNumber;
  return typeof json === (type === 'BOOLEAN' ? 'boolean' : 'string');
}

function toValue(json: JsonValue): Value {
  if (json instanceof JsonNumber) return json.text;
  return typeof json === 'string' || typeof json === 'boolean' ? json : null;
}
