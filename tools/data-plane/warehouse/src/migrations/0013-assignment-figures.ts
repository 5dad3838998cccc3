import { type Kysely, sql } from 'kysely';

/**
 * Costs of teams, summed when they change: otherwise lists of teams and departments would have to
 * look up every workload. Each row belongs to one cluster, and is written under the lock of its
 * ingest.
 *
 * A row covers everything that is assigned to the same teams with the same weights, so that a
 * department counts entities that several of its teams share only once, regardless of the current
 * teams of the department.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const costs = [
  'compute_cpu_hourly',
  'compute_ram_hourly',
  'compute_gpu_hourly',
  'storage_pv_hourly',
];
const each = (expression: (cost: string) => string) => costs.map(expression).join(', ');
const measured = `${costs.join(', ')}, is_compute_partial, cost_updated_at`;
const nothingMeasured = `${each(() => 'null::numeric')}, false, null::timestamptz`;
const changed = [...costs, 'is_compute_partial', 'cost_updated_at', 'workloads', 'volumes'];

/** Entities with their costs before weighting; each workload and volume is counted in exactly one. */
const entities = `
  select cluster_id, teams, weights, ${measured}, 1 as workloads, 0 as volumes from own_workload
  union all
  select cluster_id, teams, weights,
    ${each((cost) => `namespace.${cost} - coalesce(overridden.${cost}, 0)`)},
    is_compute_partial, cost_updated_at, 0, 0
  from assigned_namespace
  join (
    select cluster_id, name, ${measured} from namespaces
    where organization_id = organization and cluster_id = any (clusters) and gone_at is null
  ) as namespace using (cluster_id, name)
  left join (
    select cluster_id, namespace as name, ${each((cost) => `sum(${cost}) as ${cost}`)}
    from own_workload group by cluster_id, namespace
  ) as overridden using (cluster_id, name)
  union all
  select workload.cluster_id, assigned.teams, assigned.weights, ${nothingMeasured}, 1, 0
  from workload
  join assigned_namespace as assigned
    on assigned.cluster_id = workload.cluster_id and assigned.name = workload.namespace
  left join own_workload as own
    on own.cluster_id = workload.cluster_id and own.uid = workload.uid
  where own.uid is null
  union all
  select volume.cluster_id, coalesce(own.teams, assigned.teams),
    coalesce(own.weights, assigned.weights), ${nothingMeasured}, 0, 1
  from persistent_volumes as volume
  left join own_workload as own
    on own.cluster_id = volume.cluster_id and own.uid = volume.workload_uid
  left join assigned_namespace as assigned
    on assigned.cluster_id = volume.cluster_id and assigned.name = volume.claim_namespace
  where volume.organization_id = organization and volume.cluster_id = any (clusters)
    and volume.gone_at is null and coalesce(own.teams, assigned.teams) is not null`;

const statements = [
  // A cost is null if none is known; cost_updated_at is null if no entity has a cost: workloads and
  // volumes of a deleted namespace are only counted. Updated with each report.
  `create table assignment_figures (
    organization_id uuid not null,
    cluster_id uuid not null,
    digest uuid not null,
    teams uuid[] not null,
    weights numeric[] not null,
    ${each((cost) => `${cost} numeric`)},
    is_compute_partial boolean not null,
    cost_updated_at timestamptz,
    workloads integer not null,
    volumes integer not null,
    primary key (organization_id, cluster_id, digest),
    foreign key (organization_id, cluster_id) references clusters (organization_id, id)
      on delete cascade
  ) with (fillfactor = 50)`,
  `alter table assignment_figures enable row level security`,
  `create policy confine_api on assignment_figures for select to costplane_api
    using (organization_id = nullif(current_setting('costplane.organization_id', true), '')::uuid)`,
  `create policy allow_ingest on assignment_figures for all to costplane_ingest
    using (true) with check (true)`,
  `grant select on assignment_figures to costplane_api`,
  `grant select, insert, update, delete on assignment_figures to costplane_ingest`,

  // Uses hash joins, as for the owners of workloads: statistics are stale within the transaction.
  `create function write_assignment_figures(organization uuid, clusters uuid[]) returns void
    language sql set search_path = costplane, pg_temp
    set enable_nestloop = off set enable_mergejoin = off
    begin atomic
      with assigned as materialized (
        select cluster_id, entity_type, entity_identifier,
          array_agg(team_id order by team_id) as teams,
          array_agg(weight_percentage order by team_id) as weights
        from (
          select cluster_id, entity_type, entity_identifier, team_id,
            sum(weight_percentage) as weight_percentage
          from team_assignments
          where organization_id = organization and cluster_id = any (clusters)
          group by cluster_id, entity_type, entity_identifier, team_id
        ) as by_team
        group by cluster_id, entity_type, entity_identifier
      ), workload as materialized (
        select cluster_id, uid, uid::text as entity_identifier, namespace, ${measured}
        from workloads
        where organization_id = organization and cluster_id = any (clusters) and gone_at is null
      ), own_workload as materialized (
        select workload.*, teams, weights
        from workload join assigned using (cluster_id, entity_identifier)
        where entity_type = 'workload'
      ), assigned_namespace as materialized (
        select cluster_id, entity_identifier as name, teams, weights
        from assigned where entity_type = 'namespace'
      ), figure as materialized (
        select cluster_id, md5(teams::text || weights::text)::uuid as digest, teams, weights,
          ${each((cost) => `sum(${cost}) as ${cost}`)},
          bool_or(is_compute_partial) as is_compute_partial,
          max(cost_updated_at) as cost_updated_at,
          sum(workloads)::integer as workloads, sum(volumes)::integer as volumes
        from (${entities}) as entity
        group by cluster_id, teams, weights
      ), gone as (
        delete from assignment_figures as known
        where known.organization_id = organization and known.cluster_id = any (clusters)
          and not exists (
            select from figure
            where figure.cluster_id = known.cluster_id and figure.digest = known.digest
          )
      )
      insert into assignment_figures as known (
        organization_id, cluster_id, digest, teams, weights, ${changed.join(', ')}
      )
      select organization, cluster_id, digest, teams, weights, ${changed.join(', ')} from figure
      on conflict (organization_id, cluster_id, digest) do update set
        ${changed.map((name) => `${name} = excluded.${name}`).join(', ')};
    end`,
  `revoke execute on function write_assignment_figures(uuid, uuid[]) from public`,
  `grant execute on function write_assignment_figures(uuid, uuid[]) to costplane_ingest`,

  // Updating the owners of workloads also updates their costs.
  `alter function refresh_workload_teams(uuid, uuid[]) rename to write_workload_teams`,
  `create function refresh_workload_teams(organization uuid, clusters uuid[]) returns void
    language sql set search_path = costplane, pg_temp
    begin atomic
      select write_workload_teams(organization, clusters);
      select write_assignment_figures(organization, clusters);
    end`,
  `revoke execute on function refresh_workload_teams(uuid, uuid[]) from public`,
  `grant execute on function refresh_workload_teams(uuid, uuid[]) to costplane_ingest`,
  `select refresh_workload_teams(organization_id, array_agg(distinct cluster_id))
    from team_assignments group by organization_id`,
];
