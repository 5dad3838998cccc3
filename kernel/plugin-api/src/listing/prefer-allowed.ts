import { type SelectQueryBuilder, sql } from 'kysely';
import { anyOf } from './any-of.ts';

/**
 * Orders the rows of one Kubernetes uid, which two clusters may have (one restored from the other):
 * those of a cluster that the key may read, then the one seen last, then that of the lowest cluster
 * id. `table` is the rows' in the query.
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
