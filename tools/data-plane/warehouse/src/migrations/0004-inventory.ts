import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the inventory lists, one for each way to query a list, and the owners of workloads.
 *
 * `workload_teams` has the result of all rules (decision 24): an assignment of a workload takes
 * precedence over one of its namespace, and one by a person over one by a label. It is derived:
 * only the trigger on assignments and the end of an ingest write it. It has copies of the
 * workload's ranks, so that a team's workloads can be listed from an index, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const bases = ['legacy', 'all'] as const;

/** One index per basis, with equality on `by` and then the order of the run rate. */
const byRunRate = (table: string, name: string, by: string[], then: string[]) =>
  bases.map(
    (basis) =>
      `create index ${table}_by_${name}_${basis} on ${table}
        (${['organization_id', ...by, `run_rate_${basis}_rank`, ...then].join(', ')})
        where gone_at is null`,
  );

const priority = `case
  when estimated_savings_hourly * 730 >= 50 then 'high'
  when estimated_savings_hourly * 730 >= 10 then 'medium'
  else 'low' end`;

const statements = [
  // A restored cluster may repeat a uid, so the cluster is the last sort key. Kind and HPA are
  // included to filter without reading the row.
  `drop index workloads_by_run_rate_legacy`,
  `drop index workloads_by_run_rate_all`,
  `drop index workloads_by_namespace`,
  ...byRunRate('workloads', 'run_rate', [], ['uid', 'cluster_id', 'kind', 'has_hpa']),
  ...byRunRate('workloads', 'cluster', ['cluster_id'], ['uid', 'kind', 'has_hpa', 'namespace']),
  ...byRunRate('workloads', 'namespace', ['namespace'], ['uid', 'cluster_id', 'kind', 'has_hpa']),
  ...byRunRate('namespaces', 'cluster', ['cluster_id'], ['id']),
  // Nodes and pods only have compute costs, so one order serves both bases.
  `drop index nodes_by_run_rate_legacy`,
  `drop index nodes_by_run_rate_all`,
  `create index nodes_by_run_rate on nodes
    (organization_id, run_rate_legacy_rank, uid, cluster_id) where gone_at is null`,
  `create index nodes_by_cluster on nodes
    (organization_id, cluster_id, run_rate_legacy_rank, uid) where gone_at is null`,

  `alter table recommendations drop column priority`,
  `alter table recommendations
    add column priority text not null generated always as (${priority}) stored`,
  `drop index recommendations_by_savings`,
  `create index recommendations_by_status on recommendations
    (organization_id, status, estimated_savings_rank, id)`,

  `create index recommendations_by_resource on recommendations (organization_id, resource_uid)`,

  // The department that a label assigns to a namespace without a team.
  `alter table namespaces add column department_id uuid`,
  `alter table namespaces add foreign key (organization_id, department_id)
    references departments (organization_id, id) on delete set null (department_id)`,
  `create index teams_by_department on teams (organization_id, department_id)`,

  `create table workload_teams (
    organization_id uuid not null,
    team_id uuid not null,
    cluster_id uuid not null,
    workload_uid uuid not null,
    weight_percentage numeric not null,
    run_rate_legacy_rank bigint not null,
    run_rate_all_rank bigint not null,
    primary key (organization_id, cluster_id, workload_uid, team_id),
    foreign key (organization_id, team_id) references teams (organization_id, id)
      on delete cascade,
    foreign key (organization_id, cluster_id, workload_uid)
      references workloads (organization_id, cluster_id, uid) on delete cascade
  )`,
  ...bases.map(
    (basis) =>
      `create index workload_teams_by_run_rate_${basis} on workload_teams
        (organization_id, team_id, run_rate_${basis}_rank, workload_uid, cluster_id)`,
  ),
  `alter table workload_teams enable row level security`,
  `create policy confine_api on workload_teams for select to costplane_api
    using (organization_id = nullif(current_setting('costplane.organization_id', true), '')::uuid)`,
  `create policy allow_ingest on workload_teams for all to costplane_ingest
    using (true) with check (true)`,
  `grant select on workload_teams to costplane_api`,
  `grant select, insert, update, delete on workload_teams to costplane_ingest`,

  // Updates the owners of the workloads in these clusters, in one statement. Statistics are stale
  // within the transaction; joins other than hash joins would take minutes.
  `create function refresh_workload_teams(organization uuid, clusters uuid[]) returns void
    language sql set search_path = costplane, pg_temp
    set enable_nestloop = off set enable_mergejoin = off
    begin atomic
      with assignment as materialized (
        select team_id, cluster_id, entity_type, entity_identifier,
          sum(weight_percentage) as weight_percentage
        from team_assignments
        where organization_id = organization and cluster_id = any (clusters)
        group by team_id, cluster_id, entity_type, entity_identifier
      ), workload as materialized (
        select cluster_id, uid, uid::text as identifier, namespace,
          run_rate_legacy_rank, run_rate_all_rank
        from workloads
        where organization_id = organization and cluster_id = any (clusters) and gone_at is null
      ), owned as materialized (
        select team_id, cluster_id, uid as workload_uid, weight_percentage,
          run_rate_legacy_rank, run_rate_all_rank
        from workload join assignment using (cluster_id)
        where entity_type = 'workload' and entity_identifier = identifier
        union all
        select team_id, cluster_id, uid, weight_percentage,
          run_rate_legacy_rank, run_rate_all_rank
        from workload join assignment using (cluster_id)
        where entity_type = 'namespace' and entity_identifier = namespace
          and not exists (
            select from assignment as own
            where own.cluster_id = workload.cluster_id and own.entity_type = 'workload'
              and own.entity_identifier = workload.identifier
          )
      ), disowned as (
        delete from workload_teams as known
        where known.organization_id = organization and known.cluster_id = any (clusters)
          and not exists (
            select from owned
            where owned.cluster_id = known.cluster_id
              and owned.workload_uid = known.workload_uid and owned.team_id = known.team_id
          )
      )
      insert into workload_teams as known (
        organization_id, team_id, cluster_id, workload_uid, weight_percentage,
        run_rate_legacy_rank, run_rate_all_rank
      )
      select organization, team_id, cluster_id, workload_uid, weight_percentage,
        run_rate_legacy_rank, run_rate_all_rank
      from owned
      where not exists (
        select from workload_teams as same
        where same.organization_id = organization and same.cluster_id = any (clusters)
          and same.cluster_id = owned.cluster_id
          and same.workload_uid = owned.workload_uid and same.team_id = owned.team_id
          and same.weight_percentage = owned.weight_percentage
          and same.run_rate_legacy_rank = owned.run_rate_legacy_rank
          and same.run_rate_all_rank = owned.run_rate_all_rank
      )
      on conflict (organization_id, cluster_id, workload_uid, team_id) do update set
        weight_percentage = excluded.weight_percentage,
        run_rate_legacy_rank = excluded.run_rate_legacy_rank,
        run_rate_all_rank = excluded.run_rate_all_rank;
    end`,

  `revoke execute on function refresh_workload_teams(uuid, uuid[]) from public`,
  `grant execute on function refresh_workload_teams(uuid, uuid[]) to costplane_ingest`,

  // Assignments by a person replace those by labels for the same entity. A lock allows one
  // transaction at a time to change assignments in a cluster: otherwise two of them could leave
  // both kinds of assignments, and wrong owners. It is the lock of the cluster's ingest, which
  // writes the ranks. Nothing is done for a deleted cluster.
  `create function settle_team_assignments() returns trigger
    language plpgsql set search_path = costplane, pg_temp
    as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('ingest ' || cluster_id, 0))
        from (
          select distinct cluster_id
          from changed join clusters
            on clusters.organization_id = changed.organization_id and clusters.id = cluster_id
          order by cluster_id
        ) as cluster;
      if tg_op <> 'DELETE' then
        delete from team_assignments as given
        using (
          select distinct manual.organization_id, manual.cluster_id, manual.entity_type,
            manual.entity_identifier
          from changed join team_assignments as manual
            using (organization_id, cluster_id, entity_type, entity_identifier)
          where manual.source <> 'k8s_label'
        ) as entity
        where given.organization_id = entity.organization_id
          and given.cluster_id = entity.cluster_id and given.entity_type = entity.entity_type
          and given.entity_identifier = entity.entity_identifier and given.source = 'k8s_label';
      end if;
      perform refresh_workload_teams(changed.organization_id, array_agg(distinct cluster_id))
        from changed join clusters
          on clusters.organization_id = changed.organization_id and clusters.id = cluster_id
        group by changed.organization_id;
      return null;
    end
    $$`,
  ...(
    [
      ['insert', 'new'],
      ['update', 'new'],
      ['update', 'old'],
      ['delete', 'old'],
    ] as const
  ).map(
    ([event, image]) =>
      `create trigger settle_${event}_${image} after ${event} on team_assignments
        referencing ${image} table as changed
        for each statement execute function settle_team_assignments()`,
  ),

  // Applies the rules to assignments from before the trigger.
  `delete from team_assignments as given
    using team_assignments as manual
    where given.source = 'k8s_label' and manual.source <> 'k8s_label'
      and manual.organization_id = given.organization_id and manual.cluster_id = given.cluster_id
      and manual.entity_type = given.entity_type
      and manual.entity_identifier = given.entity_identifier`,
  `select refresh_workload_teams(organization_id, array_agg(distinct cluster_id))
    from team_assignments group by organization_id`,
];
