import { type ColumnType } from 'kysely';

/** Read as a string, because it may exceed the integers that a JavaScript number can hold exactly. */
export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
export type Json = ColumnType<
  Record<string, unknown>,
  Record<string, unknown>,
  Record<string, unknown>
>;

/** Optional in an insert. */
export type Defaulted<T> =
  T extends ColumnType<infer Select, infer Insert, infer Update>
    ? ColumnType<Select, Insert | undefined, Update>
    : ColumnType<T, T | undefined, T>;
