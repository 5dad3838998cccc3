import { type Kysely, sql } from 'kysely';

/**
 * A setting of the transaction, as by `set_config(name, value, true)`. Citus hands on to its workers
 * what SET LOCAL says, and no setting that a function of PostgreSQL makes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create function set_local(name text, value text) returns text
        language plpgsql set search_path = costplane, pg_temp
        as $$ begin execute format('set local %I = %L', name, value); return value; end $$`,
    )
    .execute(db);
}
