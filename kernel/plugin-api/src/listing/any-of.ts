import { type RawBuilder, sql } from 'kysely';

/** What the values of a list are in PostgreSQL. */
export type ArrayType = 'uuid' | 'text';

/** The id of nothing. */
const nil = '00000000-0000-0000-0000-000000000000';

/**
 * The right side of `column = any (values)`: one parameter, whatever the number of values, so
 * that a statement keeps its text and its plan. Citus leaves out tables of which it knows that no server
 * has such a row, and refuses outer joins with what is left: of no ids it is asked for one that nothing has.
 */
export const anyOf = (values: readonly string[], type: ArrayType): RawBuilder<string> =>
  sql<string>`any(${type === 'uuid' && values.length === 0 ? [nil] : values}::${sql.raw(type)}[])`;
