import { anyOf } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { type MetricsScope } from './scope.ts';

const components = ['compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly'] as const;

/** What teams cost: their weights of what is assigned to them, as in `/v1/teams`. */
export const teamGroup = (scope: MetricsScope): Group => ({
  rows: sql`(${selectTeamCosts(scope)}) as team`,
  order: sql`team.name, team.department`,
  labels: { team: sql`team.name`, department: { mayBeNull: sql`team.department` } },
  gauges: {
    costplane_team_cost_hourly: [
      'Run rate of a team per hour, direct cost by weight',
      sql`team.hourly`,
    ],
  },
});

/** A person and a label may each have made a team of one name: its costs are one series. */
function selectTeamCosts({ organization, clusterIds, basis }: MetricsScope) {
  const columns = basis === 'all' ? [...components, 'storage_pv_hourly'] : components;
  const known = columns.map((column) => sql.ref(`assigned.${column}`));
  const run = sql.join(
    known.map((column) => sql`coalesce(${column}, 0)`),
    sql` + `,
  );
  return sql`
    select team.name, department.name as department,
      sum(case when coalesce(${sql.join(known)}) is not null
        then part.weight_percentage * 0.01 * (${run}) end) as hourly
    from assignment_figures as assigned
    cross join unnest(assigned.teams, assigned.weights) as part (team_id, weight_percentage)
    join teams as team
      on team.organization_id = ${organization.id}::uuid and team.id = part.team_id
    left join departments as department
      on department.organization_id = ${organization.id}::uuid and department.id = team.department_id
    where assigned.organization_id = ${organization.id}::uuid
      and assigned.cluster_id = ${anyOf(clusterIds, 'uuid')}
    group by team.name, department.name`;
}
