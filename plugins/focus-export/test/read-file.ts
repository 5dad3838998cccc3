import { DataType, tableFromIPC } from 'apache-arrow';
import { readParquet as decodeParquet } from 'parquet-wasm';

export type Value = string | boolean | null;
export type Row = Record<string, Value>;

export interface Content {
  readonly columns: readonly string[];
  readonly rows: Row[];
}

/** Reads RFC 4180 with a header: an empty field is null, and an empty text has quotes. */
export function readCsv(body: Buffer): Content {
  const records: Value[][] = [];
  let record: Value[] = [];
  const fields = body.toString().matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gy);
  let length = 0;
  for (const [whole, quoted, plain, mark] of fields) {
    length += whole.length;
    record.push(quoted?.replaceAll('""', '"') ?? (plain === '' ? null : (plain ?? null)));
    if (mark === '\n') {
      records.push(record);
      record = [];
    }
  }
  if (length !== body.toString().length) throw new Error('the CSV ends in the middle');
  const columns = (records.shift() ?? []).map(String);
  return { columns, rows: records.map((fields) => toRow(columns, fields)) };
}

/** Reads an object per line; numbers stay the text that they are. */
export function readJsonLines(body: Buffer): Content {
  const lines = body.toString().split('\n');
  if (lines.pop() !== '') throw new Error('the last line is cut off');
  const rows = lines.map(
    (line) =>
      JSON.parse(line, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' ? context?.source : value,
      ) as Row,
  );
  return { columns: Object.keys(rows[0] ?? {}), rows };
}

/** Reads a Parquet file by another library than the one that wrote it. */
export function readParquet(body: Buffer): Content {
  const table = tableFromIPC(decodeParquet(body).intoIPCStream());
  const { fields } = table.schema;
  const columns = fields.map(({ name }) => name);
  const rows = Array.from({ length: table.numRows }, (_, at) =>
    toRow(
      columns,
      fields.map(({ type }, index) => toValue(table.getChildAt(index)?.get(at), type)),
    ),
  );
  return { columns, rows };
}

const toRow = (columns: readonly string[], values: readonly Value[]): Row =>
  Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]));

function toValue(value: unknown, type: DataType): Value {
  if (value === null || value === undefined) return null;
  if (DataType.isDecimal(type)) return toDecimal(value as Uint32Array, type.scale);
  if (DataType.isTimestamp(type)) {
    return new Date(Number(value)).toISOString().replace('.000Z', 'Z');
  }
  return value as string | boolean;
}

/** A number of 128 bits from its words, the least first. */
function toDecimal(words: Uint32Array, scale: number): string {
  const unscaled = words.reduceRight((number, word) => (number << 32n) | BigInt(word), 0n);
  const digits = BigInt.asIntN(128, unscaled)
    .toString()
    .padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
