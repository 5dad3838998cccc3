import { sql } from 'kysely';
import { type Budgets } from '../config.ts';
import { type Group } from '../exposition/group.ts';
import { inScope, type MetricsScope, present } from './scope.ts';

/** The budgets of the config, of what there is: the name of a team says nothing to other organizations. */
export function budgetGroups(scope: MetricsScope, { teams, namespaces }: Budgets): Group[] {
  const { organization } = scope;
  const selectOwn = (budgets: Budgets['teams'] | Budgets['namespaces']) => {
    const own = budgets.filter((one) => (one.organization ?? organization.id) === organization.id);
    return sql`json_to_recordset(${JSON.stringify(own)}::json)`;
  };
  return [
    {
      rows: sql`(
          select team.name, max(budget.daily) as daily
          from ${selectOwn(teams)} as budget (team text, daily numeric)
          join teams as team
            on team.organization_id = ${organization.id}::uuid and team.name = budget.team
          where team.id in (
            select team_id from team_assignments as share where ${inScope(scope, 'share')})
          group by team.name
        ) as budget`,
      labels: { team: sql`budget.name` },
      gauges: { costplane_team_budget_daily: ['Budget of a team for a day', sql`budget.daily`] },
    },
    {
      ...present(
        scope,
        'namespace',
        sql`join (
          select cluster, namespace, max(daily) as daily
          from ${selectOwn(namespaces)} as budget (cluster text, namespace text, daily numeric)
          group by cluster, namespace
        ) as budget on budget.cluster = cluster.name and budget.namespace = namespace.name`,
      ),
      gauges: {
        costplane_namespace_budget_daily: ['Budget of a namespace for a day', sql`budget.daily`],
      },
    },
  ];
}
