import { type Kysely, sql } from 'kysely';

/**
 * Rewrites functions so that Citus can plan them: it does not support parameters of SQL functions.
 * Their behavior is unchanged (`write_workload_teams` in 0004, `write_assignment_figures` in 0013).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // The body between BEGIN ATOMIC and END, as PostgreSQL has parsed it.
  ...['write_workload_teams', 'write_assignment_figures'].map(
    (name) => `do $do$ declare
        body text := pg_get_function_sqlbody('${name}(uuid, uuid[])'::regprocedure);
      begin
        execute format('create or replace function ${name}(organization uuid, clusters uuid[])
          returns void language plpgsql set search_path = costplane, pg_temp
          set enable_nestloop = off set enable_mergejoin = off
          as %L', regexp_replace(body, '^\\s*BEGIN ATOMIC', 'begin'));
      end $do$`,
  ),
  `create or replace function refresh_workload_teams(organization uuid, clusters uuid[])
    returns void language plpgsql set search_path = costplane, pg_temp
    as $$
    begin
      perform write_workload_teams(organization, clusters);
      perform write_assignment_figures(organization, clusters);
    end
    $$`,
];
