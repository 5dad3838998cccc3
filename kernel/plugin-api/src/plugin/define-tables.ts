declare const value: unique symbol;

/** The type of a column: its name in PostgreSQL, and its type in query results. */
export interface Column<T = unknown> {
  readonly postgresType: string;
  readonly nullable: boolean;
  readonly [value]?: T;
}

/** Tables by name, each with its columns. */
export type Tables = Readonly<Record<string, Readonly<Record<string, Column>>>>;

/** The row types of declared tables, for Kysely. */
export type RowsOf<T extends Tables> = {
  [Table in keyof T]: {
    [Name in keyof T[Table]]: T[Table][Name] extends Column<infer V> ? V : never;
  };
};

const column = <T>(postgresType: string): Column<T> => ({ postgresType, nullable: false });

/**
 * The column types that a plugin may declare. `numeric` is decimal text, so that money and cores
 * stay exact; `bigint` is a number, exact up to 2^53; `timestamptz` is the contract's text.
 */
export const columns = {
  uuid: column<string>('uuid'),
  text: column<string>('text'),
  numeric: column<string>('numeric'),
  integer: column<number>('int4'),
  bigint: column<number>('int8'),
  boolean: column<boolean>('bool'),
  timestamp: column<string>('timestamptz'),
  /** `YYYY-MM-DD` */
  date: column<string>('date'),
  textArray: column<string[]>('_text'),
  uuidArray: column<string[]>('_uuid'),
  json: <T>() => column<T>('jsonb'),
};

/** The same column, nullable: null means unknown. */
export const nullable = <T>(of: Column<T>): Column<T | null> => ({ ...of, nullable: true });

/** Columns of the same type. */
export const repeatColumn = <T, Name extends string>(
  column: Column<T>,
  ...names: readonly Name[]
) => Object.fromEntries(names.map((name) => [name, column])) as Record<Name, Column<T>>;

/**
 * Declares the tables and columns that a plugin reads, and no others. Queries take their types from it,
 * and the host checks at start that the warehouse has them.
 */
export const defineTables = <const T extends Tables>(tables: T): T => tables;

/** References to declared columns of a table or alias, for `select`: `nodes.uid`. */
export const selectedColumns = <const Table extends string, Name extends string>(
  table: Table,
  declared: Readonly<Record<Name, Column>>,
) => Object.keys(declared).map((name) => `${table}.${name}`) as `${Table}.${Name}`[];
