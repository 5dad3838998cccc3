import { type Kysely, sql } from 'kysely';

/** Of a price book, whether what is accounted for since it holds has been given its prices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table price_books add column repriced_at timestamptz`.execute(db);
}
