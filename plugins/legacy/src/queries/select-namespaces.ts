import { type RawBuilder, sql } from 'kysely';
import { type UseFigures } from '../resources/efficiency.ts';
import { inScope, type Scope } from '../scope.ts';
import { shown, shownMonthly } from './money.ts';

/** Filters by owner; `undefined` means no filter. */
export interface NamespaceFilters {
  readonly team?: string | undefined;
  readonly department?: string | undefined;
}

/** The requested part of a list. */
export interface Part {
  readonly limit: number;
  readonly offset: number;
}

/** A namespace; null means unknown, or without an owner. */
export interface NamespaceRow extends UseFigures {
  readonly name: string;
  readonly cluster_id: string;
  readonly cluster_name: string;
  readonly team: string | null;
  readonly department: string | null;
  readonly workloads: number;
  readonly pods: number;
  readonly containers: number;
  readonly cpu_requested_cores: string;
  readonly memory_requested_bytes: number;
  readonly hourly_cost: string | null;
  readonly monthly_cost: string | null;
}

export interface NamespaceTotals {
  readonly total: number;
  readonly hourly_cost: string | null;
  readonly pods: number;
  readonly workloads: number;
}

/** One page of namespaces, highest hourly cost first, ties by id; unknown costs come last. */
export const selectNamespaces = (
  scope: Scope,
  filters: NamespaceFilters,
  { limit, offset }: Part,
): RawBuilder<NamespaceRow> => sql<NamespaceRow>`
  with page as materialized (
    select namespace.cluster_id, namespace.name
    ${matching(scope, filters)}
    order by namespace.run_rate_legacy_rank, namespace.id
    limit ${limit} offset ${offset}
  )
  select ${figures}
  from namespaces as namespace ${withTeam(scope)} ${withDepartment()} ${withCluster}
  where ${inOrganization(scope)}
    and (namespace.cluster_id, namespace.name) in (select cluster_id, name from page)
  order by namespace.run_rate_legacy_rank, namespace.id`;

/** Totals over all matching namespaces. */
export const selectNamespaceTotals = (
  scope: Scope,
  filters: NamespaceFilters,
): RawBuilder<NamespaceTotals> => {
  const hourly = sql`sum(namespace.run_rate_legacy_hourly)`;
  return sql<NamespaceTotals>`
    select count(*) as total,
      ${shown(sql`case when count(*) = 0 then 0 else ${hourly} end`)} as hourly_cost,
      coalesce(sum(namespace.pods), 0)::bigint as pods,
      coalesce(sum(namespace.workloads), 0)::bigint as workloads
    ${matching(scope, filters)}`;
};

/** One namespace, by its name in the cluster of the scope. */
export const selectNamespace = (scope: Scope, name: string): RawBuilder<NamespaceRow> =>
  sql<NamespaceRow>`
    select ${figures}
    from namespaces as namespace ${withTeam(scope)} ${withDepartment()} ${withCluster}
    where ${inScope(scope, 'namespace')} and namespace.gone_at is null and namespace.name = ${name}`;

const figures = sql`
  namespace.name, namespace.cluster_id, cluster.name as cluster_name,
  team.name as team, department.name as department,
  namespace.workloads, namespace.pods, namespace.containers,
  namespace.cpu_requested_cores, namespace.cpu_requested_cores as cpu_base_cores, namespace.cpu_used_cores,
  namespace.memory_requested_bytes, namespace.memory_requested_bytes as memory_base_bytes,
  namespace.memory_used_bytes,
  ${shown(sql`namespace.run_rate_legacy_hourly`)} as hourly_cost,
  ${shownMonthly(sql`namespace.run_rate_legacy_hourly`)} as monthly_cost`;

const withCluster = sql`
  join clusters as cluster
    on cluster.organization_id = namespace.organization_id and cluster.id = namespace.cluster_id`;

/** Joins owners for all namespaces only if a filter needs them. */
function matching(scope: Scope, { team, department }: NamespaceFilters): RawBuilder<unknown> {
  const isOwnerAsked = team !== undefined || department !== undefined;
  return sql`
    from namespaces as namespace
    ${isOwnerAsked ? withTeam(scope, team) : sql``}
    ${department === undefined ? sql`` : withDepartment(department)}
    where ${inScope(scope, 'namespace')} and namespace.gone_at is null`;
}

const inOrganization = ({ organizationId }: Scope) =>
  sql`namespace.organization_id = ${organizationId}::uuid`;

/**
 * The team with the largest share of a namespace, ties by name (decision 24). A filter by name uses
 * an inner join, because Citus rejects an outer join that acts as one.
 */
const withTeam = ({ organizationId }: Scope, name?: string) => sql`
  ${name === undefined ? sql`left join` : sql`join`} lateral (
    select owner.organization_id, owner.id, owner.name, owner.department_id
    from team_assignments as assignment
    join teams as owner
      on owner.organization_id = assignment.organization_id and owner.id = assignment.team_id
    where assignment.organization_id = ${organizationId}::uuid
      and assignment.cluster_id = namespace.cluster_id
      and assignment.entity_type = 'namespace'
      and assignment.entity_identifier = namespace.name
    group by owner.organization_id, owner.id
    order by sum(assignment.weight_percentage) desc, owner.name collate "C", owner.id
    limit 1
  ) as team on team.organization_id = namespace.organization_id
    ${name === undefined ? sql`` : sql`and team.name = ${name}`}`;

/** The department of that team; the namespace's own label counts only if it has no team. */
const withDepartment = (name?: string) => sql`
  ${name === undefined ? sql`left join` : sql`join`} departments as department
    on department.organization_id = namespace.organization_id
    and department.id =
      case when team.id is null then namespace.department_id else team.department_id end
    ${name === undefined ? sql`` : sql`and department.name = ${name}`}`;
