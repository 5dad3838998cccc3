import { type RawBuilder, sql } from 'kysely';
import { inScope, type Scope } from '../scope.ts';
import { shown, shownMonthly } from './money.ts';
import { type Part } from './select-namespaces.ts';
import { visibleDepartments, visibleTeams } from './visible-owners.ts';

/** The owners to list: teams or departments. */
export interface Owners {
  /** One row per owner, with `id` and `name`. */
  readonly rows: RawBuilder<unknown>;
  /** One row per team with `team_id` and a nullable `owner_id`; may select from `owner`. */
  readonly teams: RawBuilder<unknown>;
}

/** Amounts are decimal text; null when unknown. */
export interface OwnerRow {
  readonly name: string;
  readonly teams: number;
  readonly namespaces: number;
  readonly workloads: number;
  readonly pods: number;
  readonly cpu_requested_cores: string;
  readonly memory_requested_bytes: string;
  readonly hourly_cost: string | null;
  readonly monthly_cost: string | null;
}

export interface OwnerPage {
  readonly rows: readonly OwnerRow[];
  /** Covers all owners, as do the costs. */
  readonly total: number;
  readonly total_hourly_cost: string | null;
  readonly total_monthly_cost: string | null;
}

/** The teams of the organization that a key for these clusters may see. */
export const teams = (readable: Scope): Owners => ({
  rows: sql`
    select team.id, team.name from teams as team
    where team.organization_id = ${readable.organizationId}::uuid and ${visibleTeams(readable)}`,
  teams: sql`
    select team.id as team_id, owner.id as owner_id
    from teams as team left join owner on owner.id = team.id
    where team.organization_id = ${readable.organizationId}::uuid`,
});

/** The departments of the organization that a key for these clusters may see. */
export const departments = (readable: Scope): Owners => ({
  rows: sql`
    select department.id, department.name from departments as department
    where department.organization_id = ${readable.organizationId}::uuid
      and ${visibleDepartments(readable)}`,
  teams: sql`
    select team.id as team_id, case when ${visibleTeams(readable)} then owner.id end as owner_id
    from teams as team left join owner on owner.id = team.department_id
    where team.organization_id = ${readable.organizationId}::uuid`,
});

/** One page of owners, highest hourly cost first, ties by id, and the totals over all of them. */
export const selectOwners = (scope: Scope, owners: Owners, part: Part): RawBuilder<OwnerPage> => {
  const hourly = sql`case when count(*) = 0 then 0 else sum(hourly) end`;
  return sql<OwnerPage>`
    ${rolledUp(scope, owners)},
    page as (${selectPage(scope, part)})
    select (select coalesce(json_agg(page), '[]') from page) as rows, count(*) as total,
      ${shown(hourly)} as total_hourly_cost, ${shownMonthly(hourly)} as total_monthly_cost
    from figure`;
};

/** Decimals are text, because a JSON number would lose digits. Unknown costs come last. */
const selectPage = (scope: Scope, { limit, offset }: Part) => sql`
  select figure.name, figure.namespaces, figure.pods,
    figure.cpu_requested_cores::text, figure.memory_requested_bytes::text,
    ${shown(sql`figure.hourly`)}::text as hourly_cost,
    ${shownMonthly(sql`figure.hourly`)}::text as monthly_cost,
    coalesce(owned.teams, 0) as teams,
    coalesce(counted.workloads, 0) as workloads
  from figure
  left join (
    select owner_id, count(*) as teams from owner_team group by owner_id
  ) as owned on owned.owner_id = figure.id
  left join (
    select owner_team.owner_id, count(distinct (owned.cluster_id, owned.workload_uid)) as workloads
    from owner_team
    join workload_teams as owned on owned.team_id = owner_team.team_id
    where ${inScope(scope, 'owned')} and owner_team.owner_id is not null
    group by owner_team.owner_id
  ) as counted on counted.owner_id = figure.id
  order by round(figure.hourly, 4) desc nulls last, figure.id
  limit ${limit} offset ${offset}`;

/**
 * Owners with their figures (decision 24): each workload with its own assignment, and each assigned
 * namespace less such workloads. Costs and requests are weighted; pods and namespaces are counted
 * in full. An owner without assignments has 0; an unknown cost is null.
 *
 * Namespaces and workloads are looked up by key (`limit 1`), and sums are joined with full joins,
 * so that the planner never picks a nested loop while statistics are stale after a first report.
 * `owner_team` has a row for every team, because Citus would reject an outer join of assignments.
 */
const rolledUp = (scope: Scope, owners: Owners): RawBuilder<unknown> => sql`
  with owner as materialized (${owners.rows}),
  owner_team as materialized (${owners.teams}),
  own_workload as materialized (${ownWorkloads(scope)}),
  overridden as (${overridden}),
  entity as (${entities(scope)}),
  sums as (
    select owner_id,
      count(distinct (cluster_id, namespace)) as namespaces,
      sum(pods)::bigint as pods,
      sum(share * cpu_requested_cores) as cpu_requested_cores,
      sum(share * memory_requested_bytes) as memory_requested_bytes,
      sum(share * hourly) as hourly
    from entity
    where owner_id is not null
    group by owner_id
  ),
  figure as materialized (
    select owner.id, owner.name,
      coalesce(sums.namespaces, 0) as namespaces, coalesce(sums.pods, 0) as pods,
      coalesce(sums.cpu_requested_cores, 0) as cpu_requested_cores,
      coalesce(sums.memory_requested_bytes, 0) as memory_requested_bytes,
      case when sums.owner_id is null then 0 else sums.hourly end as hourly
    from owner left join sums on sums.owner_id = owner.id
  )`;

/** The share (0 to 1). Multiplies by 0.01, because dividing numerics rounds. */
const share = sql`sum(assignment.weight_percentage) * 0.01`;

const assignedNamespaces = (scope: Scope) => sql`
  select owner_team.owner_id, assignment.cluster_id, assignment.entity_identifier as name,
    ${share} as share
  from owner_team
  join team_assignments as assignment on assignment.team_id = owner_team.team_id
  where ${inScope(scope, 'assignment')} and assignment.entity_type = 'namespace'
    and owner_team.owner_id is not null
  group by owner_team.owner_id, assignment.cluster_id, assignment.entity_identifier`;

/** Includes workloads of other owners, without owner and share, because they override namespaces. */
const assignedWorkloads = (scope: Scope) => sql`
  select owner_team.owner_id, assignment.cluster_id, ${workloadUid} as uid, ${share} as share
  from team_assignments as assignment
  join owner_team on owner_team.team_id = assignment.team_id
  where ${inScope(scope, 'assignment')} and assignment.entity_type = 'workload'
  group by owner_team.owner_id, assignment.cluster_id, assignment.entity_identifier`;

/** The identifier as a UUID; null if it is not one, because the column is text. */
const workloadUid = sql`
  case when assignment.entity_identifier
      ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    then assignment.entity_identifier::uuid end`;

const ownWorkloads = (scope: Scope) => sql`
  select assigned.owner_id, assigned.share, workload.*
  from (${assignedWorkloads(scope)}) as assigned
  cross join lateral (
    select workload.cluster_id, workload.uid, workload.namespace, workload.pods,
      workload.cpu_requested_cores, workload.memory_requested_bytes,
      workload.run_rate_legacy_hourly as hourly, workload.gone_at
    from workloads as workload
    where ${inOrganization(scope, 'workload')} and workload.cluster_id = assigned.cluster_id
      and workload.uid = assigned.uid
    limit 1
  ) as workload
  where workload.gone_at is null`;

/** Per namespace, the part that belongs to workloads with their own assignments. */
const overridden = sql`
  select cluster_id, namespace as name, sum(pods) as pods,
    sum(cpu_requested_cores) as cpu_requested_cores,
    sum(memory_requested_bytes) as memory_requested_bytes, sum(hourly) as hourly
  from (
    select distinct on (cluster_id, uid) cluster_id, namespace, pods, cpu_requested_cores,
      memory_requested_bytes, hourly
    from own_workload
    order by cluster_id, uid
  ) as workload
  group by cluster_id, namespace`;

const entities = (scope: Scope) => sql`
  select owner_id, share, cluster_id, namespace, pods, cpu_requested_cores,
    memory_requested_bytes, hourly
  from own_workload
  union all
  select assigned.owner_id, assigned.share, assigned.cluster_id, assigned.name,
    assigned.pods - coalesce(overridden.pods, 0),
    assigned.cpu_requested_cores - coalesce(overridden.cpu_requested_cores, 0),
    assigned.memory_requested_bytes - coalesce(overridden.memory_requested_bytes, 0),
    assigned.hourly - coalesce(overridden.hourly, 0)
  from (
    select assigned.*, namespace.*
    from (${assignedNamespaces(scope)}) as assigned
    cross join lateral (
      select namespace.pods, namespace.cpu_requested_cores, namespace.memory_requested_bytes,
        namespace.run_rate_legacy_hourly as hourly, namespace.gone_at
      from namespaces as namespace
      where ${inOrganization(scope, 'namespace')} and namespace.cluster_id = assigned.cluster_id
        and namespace.name = assigned.name
      limit 1
    ) as namespace
    where namespace.gone_at is null
  ) as assigned
  full join overridden
    on overridden.cluster_id = assigned.cluster_id and overridden.name = assigned.name`;

const inOrganization = ({ organizationId }: Scope, alias: string) =>
  inScope({ organizationId, clusters: null }, alias);
