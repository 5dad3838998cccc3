import { type RawBuilder, sql } from 'kysely';
import { anyOf } from './any-of.ts';

/**
 * Whether a row is in one of the clusters, as a part of a condition; `null`: whatever its cluster. A
 * correlated subquery names them too: Citus asks the servers of these clusters alone where it sees of
 * every table which they are.
 */
export const inClusters = (
  column: string,
  clusters: readonly string[] | null,
): RawBuilder<unknown> =>
  clusters ? sql`and ${sql.ref(column)} = ${anyOf(clusters, 'uuid')}` : sql``;
