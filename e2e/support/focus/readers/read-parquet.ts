import { DataType, tableFromIPC, TimeUnit } from 'apache-arrow';
import { readParquet as decode } from 'parquet-wasm';
import { type FileContent, type Row, type Value } from '../exported-file.ts';
import { type ColumnDefinition } from '../schema-object.ts';
import { toPlaces } from '../decimal.ts';
import { type ColumnType } from '../vocabulary/columns.ts';
import { type Violation, violation } from '../violation.ts';

/** Read by another library than wrote it. Every digit of a decimal is kept. */
export function readParquet(
  body: Buffer,
  typeOf: (column: string) => ColumnType,
  definitions: readonly ColumnDefinition[],
): FileContent {
  let table;
  try {
    table = tableFromIPC(decode(body).intoIPCStream());
  } catch (error) {
    return { columns: [], rows: [], violations: [violation(1, 'M', String(error))] };
  }
  const scales = new Map(definitions.map((one) => [one.ColumnName, one.NumberScale]));
  const { fields } = table.schema;
  const rows: Record<string, Value>[] = Array.from({ length: table.numRows }, () => ({}));
  fields.forEach(({ name, type }, index) => {
    const vector = table.getChildAt(index)!;
    rows.forEach((row, at) => (row[name] = toValue(vector.get(at), type)));
  });
  return {
    columns: fields.map(({ name }) => name),
    rows: rows satisfies Row[],
    violations: fields.flatMap(({ name, type }) =>
      wrongType(name, type, typeOf(name), scales.get(name)),
    ),
  };
}

function wrongType(
  name: string,
  type: DataType,
  expected: ColumnType,
  scale: number | undefined,
): Violation[] {
  if (isOfType(type, expected, scale)) return [];
  const check = expected === 'DATETIME' ? 17 : 1;
  return [violation(check, 'P', `${name} is ${describe(type)}, not ${expected} of ${scale}`)];
}

function isOfType(type: DataType, expected: ColumnType, scale: number | undefined): boolean {
  if (expected === 'DATETIME') {
    return (
      DataType.isTimestamp(type) && type.unit === TimeUnit.MILLISECOND && type.timezone === 'UTC'
    );
  }
  if (expected === 'DECIMAL') {
    return DataType.isDecimal(type) && type.precision === 38 && type.scale === scale;
  }
  return expected === 'BOOLEAN' ? DataType.isBool(type) : DataType.isUtf8(type);
}

const describe = (type: DataType): string => `${type.constructor.name} ${JSON.stringify(type)}`;

function toValue(value: unknown, type: DataType): Value {
  if (value === null || value === undefined) return null;
  if (DataType.isDecimal(type)) return toPlaces(signed(value as Uint32Array), type.scale);
  if (DataType.isTimestamp(type)) {
    return new Date(Number(value)).toISOString().replace('.000Z', 'Z');
  }
  return typeof value === 'boolean' ? value : (value as string);
}

/** A number of 128 bits from its words, the least first. */
const signed = (words: Uint32Array): bigint =>
  BigInt.asIntN(
    128,
    words.reduceRight((number, word) => (number << 32n) | BigInt(word), 0n),
  );
