import { type Kysely, sql } from 'kysely';

/**
 * Tags of an owner for exports, computed once per description: an export has a row per owner and
 * day, and building JSON from labels would be most of its cost.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A label without a value becomes true. The prefix `costplane/` is reserved, so that no label of a
  // user can imitate such a tag. Immutable, because JSON of text depends on no setting.
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
