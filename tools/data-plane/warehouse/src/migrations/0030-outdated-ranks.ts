import { type Kysely, sql } from 'kysely';

/**
 * Former ranks (0023) are deleted by their key: a hash join with the deleted lists reads the ranks of
 * all clusters, several times for each report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(rewriteTriggers).execute(db);
}

const rewriteTriggers = `do $do$ declare
    definition text;
  begin
    for definition in
      select pg_get_functiondef(oid) from pg_proc
      where pronamespace = 'costplane'::regnamespace and proname like 'keep\\_former\\_ranks\\_of\\_%'
    loop
      execute regexp_replace(definition,
        '\\mbegin\\s+(with former .*)\\), kept as \\((.*list, organization_id, cluster_id)\\s*\\)\\s*'
          'delete from former_ranks as outdated using kept(.*;)\\s*return null;',
        'declare kept record; begin for kept in \\1) \\2 loop '
          'delete from former_ranks as outdated \\3 end loop; return null;');
    end loop;
  end $do$`;
