import { sql } from 'kysely';
import { inClusters } from './in-clusters.ts';

/**
 * The name of a row's cluster, looked up only for rows that are returned. `table` is the alias of the
 * row's table, which has `organization_id` and `cluster_id`; `clusters` are those that the request names.
 * A plugin that uses this declares `organization_id`, `id` and `name` of `clusters`.
 */
export const clusterName = (table: string, clusters: readonly string[] | null = null) =>
  sql<string>`(
    select cluster.name from clusters as cluster
    where cluster.organization_id = ${sql.ref(`${table}.organization_id`)}
      and cluster.id = ${sql.ref(`${table}.cluster_id`)}
      ${inClusters('cluster.id', clusters)}
  )`.as('cluster_name');
