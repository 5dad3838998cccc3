import { type RawBuilder, sql } from 'kysely';

/** The PostgreSQL type of the values of a list. */
export type ArrayType = 'uuid' | 'text';

/** An id that nothing has. */
const nil = '00000000-0000-0000-0000-000000000000';

/**
 * The right side of `column = any (values)`: one parameter for any number of values, so that the
 * statement keeps its text and its plan. An empty list of ids becomes an id that nothing has: for an empty
 * list, Citus would drop the table from the plan and then refuse outer joins with it.
 */
export const anyOf = (values: readonly string[], type: ArrayType): RawBuilder<string> =>
  sql<string>`any(${type === 'uuid' && values.length === 0 ? [nil] : values}::${sql.raw(type)}[])`;
