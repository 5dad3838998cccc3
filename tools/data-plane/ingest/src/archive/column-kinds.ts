import { type SchemaElement } from 'hyparquet-writer';
import { sql, type RawBuilder } from 'kysely';
import { type ArchivedColumn } from './month-manifest.ts';

type Value = string | number | bigint | boolean | Date;

/** How the values of a PostgreSQL type are stored in a file and restored. */
interface ColumnKind {
  readonly element: Omit<SchemaElement, 'name'>;
  /** Type in which it is read. */
  readonly select?: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly toFile: (text: string) => Value;
  /** JSON from which PostgreSQL restores the value. */
  readonly toJson: (value: never) => string;
}

const text: ColumnKind = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  toFile: (value) => value,
  toJson: (value: string) => JSON.stringify(value),
};

const jsonText: ColumnKind = { ...text, toJson: (value: string) => value };

const list: ColumnKind = { ...jsonText, select: (column) => sql`to_json(${column})` };

/** Other types are stored as PostgreSQL writes them: an amount as exact decimal text. */
const kinds: Readonly<Record<string, ColumnKind>> = {
  boolean: {
    element: { type: 'BOOLEAN' },
    toFile: (value) => value === 'true',
    toJson: (value: boolean) => String(value),
  },
  integer: { element: { type: 'INT32' }, toFile: Number, toJson: (value: number) => String(value) },
  bigint: { element: { type: 'INT64' }, toFile: BigInt, toJson: (value: bigint) => String(value) },
  date: {
    element: { type: 'INT32', converted_type: 'DATE' },
    toFile: (value) => new Date(value),
    toJson: (value: Date) => JSON.stringify(value.toISOString().slice(0, 10)),
  },
  'timestamp with time zone': {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
    select: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint`,
    toFile: BigInt,
    toJson: (value: Date) => JSON.stringify(value.toISOString()),
  },
  jsonb: jsonText,
  'text[]': list,
  'bigint[]': list,
};

const findKind = (type: string) => kinds[type] ?? text;

export const selectValue = ({ name, type }: ArchivedColumn) =>
  sql`(${findKind(type).select?.(sql.ref(name)) ?? sql.ref(name)})::text`.as(name);

export const fileElement = ({ name, type, nullable }: ArchivedColumn): SchemaElement => ({
  name,
  repetition_type: nullable ? 'OPTIONAL' : 'REQUIRED',
  ...findKind(type).element,
});

export const toFileValue = ({ type }: ArchivedColumn, value: string | null) =>
  value === null ? null : findKind(type).toFile(value);

export const toJsonValue = ({ type }: ArchivedColumn, value: unknown) =>
  value == null ? 'null' : findKind(type).toJson(value as never);
