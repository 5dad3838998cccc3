import { type ColumnType } from 'kysely';

/** Read as a string, since it may exceed what a JavaScript number holds exactly. */
export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type Json = ColumnType<
  Record<string, unknown>,
  Record<string, unknown>,
  Record<string, unknown>
>;

/** May be left out of an insert. */
export type Defaulted<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;
