import { type RawBuilder, sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { inScope, type MetricsScope } from './scope.ts';

const components = ['compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly'];

/**
 * What teams cost: their weights of what is assigned to them, as in `/v1/teams`. A person and a label may
 * each have made a team of one name: its costs are one series.
 */
export function teamGroup(scope: MetricsScope): Group {
  const { organization, basis } = scope;
  const columns = basis === 'all' ? [...components, 'storage_pv_hourly'] : components;
  const known = columns.map((column) => sql.ref(`assigned.${column}`));
  const run = known.map((column) => sql`coalesce(${column}, 0)`);
  return {
    rows: sql`(
      select team.name, department.name as department,
        sum(case when coalesce(${sql.join(known)}) is not null
          then part.weight_percentage * 0.01 * (${sql.join(run, sql` + `)}) end) as hourly
      from assignment_figures as assigned
      cross join unnest(assigned.teams, assigned.weights) as part (team_id, weight_percentage)
      join teams as team
        on team.organization_id = ${organization.id}::uuid and team.id = part.team_id
      left join departments as department
        on department.organization_id = ${organization.id}::uuid and department.id = team.department_id
      where ${inScope(scope, 'assigned')}
      group by team.name, department.name
    ) as team`,
    labels: { team: sql`team.name`, department: sql`team.department` },
    gauges: {
      costplane_team_cost_hourly: [
        'Run rate of a team per hour, direct cost by weight',
        sql`team.hourly`,
      ],
    },
  };
}

/** Of what `joinNamespaceTeam` and `joinWorkloadTeam` join. */
export const teamLabels = {
  team: sql`team.name`,
  department: sql`department.name`,
};

/** Joins the heaviest team of a namespace, and its department, else that of its own label. */
export const joinNamespaceTeam = (scope: MetricsScope) =>
  joinTeam(
    scope,
    sql`
      select share.cluster_id, share.entity_identifier, share.team_id, sum(share.weight_percentage)
      from team_assignments as share
      where ${inScope(scope, 'share')} and share.entity_type = 'namespace'
      group by share.cluster_id, share.entity_identifier, share.team_id`,
    sql`team.cluster_id = namespace.cluster_id and team.entity = namespace.name`,
    sql`case when team.team_id is null then namespace.department_id else team.department_id end`,
  );

/** Joins the heaviest team of a workload, and its department. */
export const joinWorkloadTeam = (scope: MetricsScope) =>
  joinTeam(
    scope,
    sql`
      select share.cluster_id, share.workload_uid, share.team_id, share.weight_percentage
      from workload_teams as share where ${inScope(scope, 'share')}`,
    sql`team.cluster_id = workload.cluster_id and team.entity = workload.uid`,
    sql`team.department_id`,
  );

/** The team that most of a row is assigned to, then the first by name (decision 24). */
const joinTeam = (
  { organization }: MetricsScope,
  shares: RawBuilder<unknown>,
  isOfRow: RawBuilder<unknown>,
  departmentId: RawBuilder<unknown>,
) => sql`
  left join (
    select distinct on (share.cluster_id, share.entity) share.*, owner.name, owner.department_id
    from (${shares}) as share (cluster_id, entity, team_id, weight)
    join teams as owner
      on owner.organization_id = ${organization.id}::uuid and owner.id = share.team_id
    order by share.cluster_id, share.entity, share.weight desc, owner.name, owner.id
  ) as team on ${isOfRow}
  left join departments as department
    on department.organization_id = ${organization.id}::uuid and department.id = ${departmentId}`;
