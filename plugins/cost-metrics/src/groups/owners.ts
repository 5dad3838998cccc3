import { ownerCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Gauges, type Group, ours } from '../write-metrics.ts';
import { kubernetesLabels, savingsGroup, useGauges } from './gauges.ts';
import { inMonth, inScope, joinCluster, type MetricsScope, present, sumCosts } from './scope.ts';

/** Costs of namespaces: direct cost, as in `/v1/namespaces`. */
export function namespaceGroups(scope: MetricsScope): Group[] {
  const runRate = sql.ref(`namespace.run_rate_${scope.basis}_hourly`);
  const remaining = sql`${runRate} - ${sql.ref(`namespace.workloads_${scope.basis}_hourly`)}`;
  return [
    ownerGroup(scope, 'namespace', {
      unallocated_cost_hourly: ['Run rate less those of its workloads, per hour', remaining],
    }),
    monthGroup(scope),
    savingsGroup(scope, 'namespace', { namespace: 'advice.namespace' }),
  ];
}

/** Includes deleted namespaces: their cost this month is part of that of their clusters. */
const monthGroup = (scope: MetricsScope): Group => ({
  rows: sql`(
      select spent.cluster_id, spent.namespace as name,
        ${sumCosts(ownerCostColumns(scope.basis, 'workload_only'))} / 3600 as cost
      from namespace_days as spent
      where ${inMonth(scope)}
      group by spent.cluster_id, spent.namespace
    ) as spent
    ${joinCluster(scope, 'spent')}
    left join namespaces as namespace
      on namespace.organization_id = ${scope.organization.id}::uuid
      and namespace.cluster_id = spent.cluster_id and namespace.name = spent.name
    ${joinTeam(scope, 'namespace')}`,
  labels: { cluster: 'cluster.name', namespace: 'spent.name', ...teamLabels },
  gauges: ours('namespace', {
    cost_month_to_date: ['Direct cost since the start of the month (UTC)', 'spent.cost'],
  }),
});

/** Costs of workloads: direct cost, as in `/v1/workloads`. */
export const workloadGroups = (scope: MetricsScope): Group[] => [
  // One that was created again shares its name with the pods of the former one; so do kinds of several API groups.
  { ...ownerGroup(scope, 'workload'), isSummed: true },
  savingsGroup(scope, 'workload', {
    namespace: 'advice.namespace',
    workload_kind: 'advice.resource_type',
    workload: 'advice.resource_name',
  }),
];

const ownerGroup = (scope: MetricsScope, thing: Owner, gauges: Gauges = {}): Group => ({
  ...present(scope, thing, joinTeam(scope, thing)),
  gauges: ours(thing, {
    cost_hourly: [
      'Run rate per hour, direct cost',
      `${thing}.run_rate_${scope.basis}_hourly`,
      { ...teamLabels, ...kubernetesLabels(scope, thing) },
    ],
    ...gauges,
    ...useGauges,
  }),
});

const compute = ['compute_cpu_hourly', 'compute_ram_hourly', 'compute_gpu_hourly'];
const assignedCosts = { legacy: compute, all: [...compute, 'storage_pv_hourly'] };

/**
 * Costs of teams: their weighted shares of what is assigned to them, as in `/v1/teams`. Teams of
 * the same name, one created by a person and one from a label, are summed into one series.
 */
export const teamGroup = (scope: MetricsScope): Group => ({
  rows: sql`(
      select team.name, department.name as department,
        ${sumCosts(assignedCosts[scope.basis], sql`* part.weight_percentage * 0.01`)} as cost_hourly
      from assignment_figures as assigned
      cross join unnest(assigned.teams, assigned.weights) as part (team_id, weight_percentage)
      join teams as team
        on team.organization_id = ${scope.organization.id}::uuid and team.id = part.team_id
      left join departments as department
        on department.organization_id = team.organization_id and department.id = team.department_id
      where ${inScope(scope, 'assigned')}
      group by team.name, department.name
    ) as team`,
  labels: { team: 'team.name', department: 'team.department' },
  gauges: ours('team', { cost_hourly: 'Run rate of a team per hour, direct cost by weight' }),
});

/** Labels from the tables that `joinTeam` joins. */
const teamLabels = { team: 'team.name', department: 'department.name' };

/** Assignments of owners to teams. A namespace without a team has the department of its own label. */
const owners = {
  namespace: {
    key: sql`namespace.name`,
    selectShares: (scope: MetricsScope) => sql`
      select share.cluster_id, share.entity_identifier, share.team_id, sum(share.weight_percentage)
      from team_assignments as share
      where ${inScope(scope, 'share')} and share.entity_type = 'namespace'
      group by share.cluster_id, share.entity_identifier, share.team_id`,
    departmentId: sql`case when team.team_id is null then namespace.department_id
      else team.department_id end`,
  },
  workload: {
    key: sql`workload.uid`,
    selectShares: (scope: MetricsScope) => sql`
      select share.cluster_id, share.workload_uid, share.team_id, share.weight_percentage
      from workload_teams as share where ${inScope(scope, 'share')}`,
    departmentId: sql`team.department_id`,
  },
};
type Owner = keyof typeof owners;

/** Joins the team with the largest share of a row, ties by name (decision 24). */
function joinTeam(scope: MetricsScope, thing: Owner) {
  const { key, selectShares, departmentId } = owners[thing];
  const { id } = scope.organization;
  return sql`
    left join (
      select distinct on (share.cluster_id, share.entity) share.*, owner.name, owner.department_id
      from (${selectShares(scope)}) as share (cluster_id, entity, team_id, weight)
      join teams as owner on owner.organization_id = ${id}::uuid and owner.id = share.team_id
      order by share.cluster_id, share.entity, share.weight desc, owner.name collate "C", owner.id
    ) as team on team.cluster_id = ${sql.ref(`${thing}.cluster_id`)} and team.entity = ${key}
    left join departments as department
      on department.organization_id = ${id}::uuid and department.id = ${departmentId}`;
}

/** Budgets whose team or namespace exists, so that other organizations see no foreign names. */
export function budgetGroups(scope: MetricsScope): Group[] {
  const { id } = scope.organization;
  const { teams, namespaces } = scope.config.budgets;
  const isOwn = ({ organization = id }) => organization.toLowerCase() === id;
  const selectOwn = (budgets: typeof teams | typeof namespaces) =>
    sql`json_to_recordset(${JSON.stringify(budgets.filter(isOwn))}::json)`;
  const daily = sql`coalesce(max(daily) filter (where organization is not null), max(daily))`;
  const joinBudgets = sql`join (
      select cluster, namespace, ${daily} as daily
      from ${selectOwn(namespaces)} as budget (cluster text, namespace text, daily numeric, organization text)
      group by cluster, namespace
    ) as budget on budget.cluster = cluster.name and budget.namespace = namespace.name`;
  return [
    {
      rows: sql`(
          select team.name, ${daily} as daily
          from ${selectOwn(teams)} as budget (team text, daily numeric, organization text)
          join teams as team on team.organization_id = ${id}::uuid and team.name = budget.team
          where team.id in (
            select team_id from team_assignments as share where ${inScope(scope, 'share')})
          group by team.name
        ) as budget`,
      labels: { team: 'budget.name' },
      gauges: ours('team', { budget_daily: ['Daily budget of a team', 'budget.daily'] }),
    },
    {
      ...present(scope, 'namespace', joinBudgets),
      gauges: ours('namespace', { budget_daily: ['Daily budget of a namespace', 'budget.daily'] }),
    },
  ];
}
