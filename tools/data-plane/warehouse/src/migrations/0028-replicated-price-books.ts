import { type Kysely, sql } from 'kysely';

/**
 * Logical replication names a changed row by its primary key, which a price book for all organizations
 * does not have. Citus copies the table so to a new worker.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_books replica identity full`.execute(db);
}
