import { type Kysely, sql } from 'kysely';

/** Whether recorded costs since the start of a price book were computed with its prices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_books add column repriced_at timestamptz`.execute(db);
}
