import { type Kysely, sql } from 'kysely';

/** The pods of a node without a workload are found by their node too: clusters may have thousands of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index pods_by_workload`.execute(db);
  await sql`
    create index pods_by_workload on pods (organization_id, cluster_id, workload_uid, node_uid)
    where gone_at is null`.execute(db);
}
