import { type RawBuilder, sql } from 'kysely';
import { anyOf } from './any-of.ts';

/**
 * Part of a condition: a row is in one of the clusters; `null`: in any. Correlated subqueries need it as
 * well: Citus routes a statement to the workers of these clusters only if every table is restricted to them.
 */
export const inClusters = (
  column: string,
  clusters: readonly string[] | null,
): RawBuilder<unknown> =>
  clusters ? sql`and ${sql.ref(column)} = ${anyOf(clusters, 'uuid')}` : sql``;
