import { type Kysely, sql } from 'kysely';

/**
 * A setting of the transaction, like `set_config(name, value, true)`. Citus forwards SET LOCAL to
 * its workers, but not settings made by functions.
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
