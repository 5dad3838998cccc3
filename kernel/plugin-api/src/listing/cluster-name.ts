import { sql } from 'kysely';
import { inClusters } from './in-clusters.ts';

/**
 * The name of the cluster that a row lies in, looked up for the rows that are answered alone.
 * `table` is the row's in the query; it has `organization_id` and `cluster_id`; `clusters` are those
 * of the request, where it names any. A plugin that
 * uses this declares `organization_id`, `id` and `name` of `clusters`.
 */
export const clusterName = (table: string, clusters: readonly string[] | null = null) =>
  sql<string>`(
    select cluster.name from clusters as cluster
    where cluster.organization_id = ${sql.ref(`${table}.organization_id`)}
      and cluster.id = ${sql.ref(`${table}.cluster_id`)}
      ${inClusters('cluster.id', clusters)}
  )`.as('cluster_name');
