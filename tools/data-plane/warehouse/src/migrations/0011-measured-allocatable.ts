import { type Kysely, sql } from 'kysely';

/**
 * Allocatable capacity of the nodes that report usage: the base of a cluster's utilization, so that
 * numerator and denominator cover the same nodes. Null if no node reports usage.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table clusters
    add column measured_allocatable_cores numeric,
    add column measured_allocatable_bytes bigint`.execute(db);
  await sql`update clusters as cluster set
      measured_allocatable_cores = node.cores,
      measured_allocatable_bytes = case when node.bytes > 9223372036854775807
        then 9223372036854775807 else node.bytes end
    from (
      select organization_id, cluster_id,
        sum(cpu_allocatable_cores) filter (where cpu_used_cores is not null) as cores,
        sum(memory_allocatable_bytes) filter (where memory_used_bytes is not null) as bytes
      from nodes where gone_at is null group by organization_id, cluster_id
    ) as node
    where node.organization_id = cluster.organization_id and node.cluster_id = cluster.id`.execute(
    db,
  );
}
