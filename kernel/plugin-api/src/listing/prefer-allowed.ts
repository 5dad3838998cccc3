import { type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from './any-of.ts';

/**
 * Orders rows with the same Kubernetes uid, which two clusters may have if one was restored from the
 * other: clusters that the key may read first, then the most recently seen, then by cluster id. `table` is
 * the alias of the table in the query.
 */
export function preferAllowed<Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  table: string,
  allowedClusters: readonly string[] | null,
): SelectQueryBuilder<Tables, Table, Row> {
  const cluster = sql.ref(`${table}.cluster_id`);
  const allowedFirst = allowedClusters
    ? query.orderBy(sql`${cluster} = ${anyOf(allowedClusters, 'uuid')}`, 'desc')
    : query;
  return allowedFirst.orderBy(sql.ref(`${table}.last_seen_at`), 'desc').orderBy(cluster);
}
