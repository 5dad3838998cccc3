import { type Kysely, sql } from 'kysely';

/**
 * Previous ranks of changed rows, kept for 15 minutes: a client that walks a list keeps the order
 * of its first page for ten minutes, despite new reports and despite transactions that were still
 * open when it started.
 *
 * The 15 minutes are ten for the walk and five for a transaction that commits late.
 *
 * The changes of one statement in a cluster are one row here, so that a report that changes every
 * cost writes few rows and no large index. Maintained by triggers for every writer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** A table with lists, and the ranks that order them. */
interface RankedTable {
  readonly table: string;
  /** The id that clients see; with the cluster it identifies a row. */
  readonly id: string;
  readonly cluster?: string;
  readonly ranks: readonly string[];
  /** The condition for listed rows. */
  readonly present?: string;
}

const runRates = ['run_rate_legacy_rank', 'run_rate_all_rank'];
const present = 'gone_at is null';
/** Nodes, pods and volumes have the same order over both bases. */
const rankedTables: readonly RankedTable[] = [
  { table: 'clusters', id: 'id', cluster: 'id', ranks: runRates },
  { table: 'namespaces', id: 'id', ranks: runRates, present },
  { table: 'workloads', id: 'uid', ranks: runRates, present },
  { table: 'nodes', id: 'uid', ranks: ['run_rate_legacy_rank'], present },
  { table: 'pods', id: 'uid', ranks: ['run_rate_legacy_rank'], present },
  { table: 'persistent_volumes', id: 'id', ranks: ['storage_pv_rank'], present },
  { table: 'recommendations', id: 'id', ranks: ['estimated_savings_rank'] },
];

/** Uses hash joins: statistics are stale within the statement. */
function keepFormerRanks({ table, id, cluster = 'cluster_id', ranks, present }: RankedTable) {
  const isPresent = present ? `and was.${present} and is_now.${present}` : '';
  const former = ranks.map(
    (rank) => `
      select '${table}.${rank}', organization_id, cluster_id,
        array_agg(id), array_agg(former.${rank})
      from former where former.${rank} <> former.new_${rank}
      group by organization_id, cluster_id`,
  );
  return [
    `create function keep_former_ranks_of_${table}() returns trigger
      language plpgsql set search_path = costplane, pg_temp
      set enable_nestloop = off set enable_mergejoin = off
      as $$
      begin
        with former as materialized (
          select was.organization_id, was.${cluster} as cluster_id, was.${id} as id,
            ${ranks.map((rank) => `was.${rank}, is_now.${rank} as new_${rank}`).join(', ')}
          from old_rows as was join new_rows as is_now
            on is_now.organization_id = was.organization_id
              and is_now.${cluster} = was.${cluster} and is_now.${id} = was.${id}
          where (${ranks.map((rank) => `was.${rank} <> is_now.${rank}`).join(' or ')}) ${isPresent}
        ), kept as (
          insert into former_ranks (list, organization_id, cluster_id, ids, ranks)
          ${former.join(' union all ')}
          returning list, organization_id, cluster_id
        )
        delete from former_ranks as outdated using kept
        where outdated.organization_id = kept.organization_id
          and outdated.cluster_id = kept.cluster_id and outdated.list = kept.list
          and outdated.changed_at < now() - interval '15 minutes';
        return null;
      end
      $$`,
    `create trigger keep_former_ranks after update on ${table}
      referencing old table as old_rows new table as new_rows
      for each statement execute function keep_former_ranks_of_${table}()`,
  ];
}

const statements = [
  // changed_by is the transaction id, which tells a walk which changes its first page did not see;
  // seq orders the changes of a row.
  `create table former_ranks (
    organization_id uuid not null,
    cluster_id uuid not null,
    list text not null,
    seq bigint not null generated always as identity,
    changed_by bigint not null default pg_current_xact_id()::text::bigint,
    changed_at timestamptz not null default clock_timestamp(),
    ids uuid[] not null,
    ranks bigint[] not null,
    primary key (organization_id, cluster_id, list, seq),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  )`,
  `create index former_ranks_by_change on former_ranks (organization_id, list, changed_by)`,
  `alter table former_ranks enable row level security`,
  `create policy confine_api on former_ranks for select to costplane_api
    using (organization_id = nullif(current_setting('costplane.organization_id', true), '')::uuid)`,
  `create policy allow_ingest on former_ranks for all to costplane_ingest
    using (true) with check (true)`,
  `grant select on former_ranks to costplane_api`,
  `grant select, insert, delete on former_ranks to costplane_ingest`,
  ...rankedTables.flatMap(keepFormerRanks),
];
