import { type RawBuilder, sql } from 'kysely';

/** What the values of a list are in PostgreSQL. */
export type ArrayType = 'uuid' | 'text';

/**
 * The right side of `column = any (values)`: one parameter, whatever the number of values, so
 * that a statement keeps its text and its plan.
 */
export const anyOf = (values: readonly string[], type: ArrayType): RawBuilder<string> =>
  sql<string>`any(${values}::${sql.raw(type)}[])`;
