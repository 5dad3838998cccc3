import { type Kysely, sql } from 'kysely';

/**
 * The tags of an owner as exports show them, made once per description: an export has one row for
 * each day of an owner, and making JSON of its labels costs more than all else in the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A label without a value is true. Keys under `costplane/` are ours, so that no label of a user
  // can pass for one. Immutable: JSON of text depends on no setting.
  `create function owner_tags(labels jsonb, teams text[]) returns text
    language sql immutable parallel safe
    return nullif((
      select coalesce(
          jsonb_object_agg(key, case when value = '""' then 'true' else value end), '{}')
        || case when cardinality(teams) = 1
          then jsonb_build_object('costplane/team', teams[1]) else '{}' end
      from jsonb_each(labels) where not starts_with(key, 'costplane/')
    ), '{}')::text`,
  `alter table owner_descriptions
    add column tags text generated always as (owner_tags(labels, teams)) stored`,
];
