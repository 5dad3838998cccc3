import { type Kysely, sql } from 'kysely';

/**
 * Logical replication identifies a changed row by its primary key, which a price book for all
 * organizations does not have. Citus uses it to copy the table to a new worker.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_books replica identity full`.execute(db);
}
