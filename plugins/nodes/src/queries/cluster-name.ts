import { sql } from 'kysely';

/** The name of the cluster that a row of `nodes` belongs to. */
export const clusterName = (organizationId: string) =>
  sql<string>`(
    select clusters.name from clusters
    where clusters.organization_id = ${organizationId} and clusters.id = nodes.cluster_id
  )`.as('cluster_name');
