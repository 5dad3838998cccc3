import { anyOf } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';
import { type Budgets } from '../config.ts';
import { type Group } from '../exposition/group.ts';
import { type MetricsScope, presentRows } from './scope.ts';

/** The budgets of the config, of what there is: the name of a team says nothing to other organizations. */
export const budgetGroups = (scope: MetricsScope, budgets: Budgets): Group[] => [
  teamBudgets(scope, budgets.teams),
  namespaceBudgets(scope, budgets.namespaces),
];

function teamBudgets(scope: MetricsScope, budgets: Budgets['teams']): Group {
  const own = budgets.filter(holdsIn(scope));
  return {
    rows: sql`(
          select team.name, max(budget.daily) as daily
          from unnest(${own.map(({ team }) => team)}::text[], ${own.map(({ daily }) => String(daily))}::numeric[])
            as budget (team, daily)
          join teams as team
            on team.organization_id = ${scope.organization.id}::uuid and team.name = budget.team
          where team.id in (
            select assignment.team_id from team_assignments as assignment
            where assignment.organization_id = ${scope.organization.id}::uuid
              and assignment.cluster_id = ${anyOf(scope.clusterIds, 'uuid')})
          group by team.name
        ) as budget`,
    order: sql`budget.name`,
    labels: { team: sql`budget.name` },
    gauges: { costplane_team_budget_daily: ['Budget of a team for a day', sql`budget.daily`] },
  };
}

function namespaceBudgets(scope: MetricsScope, budgets: Budgets['namespaces']): Group {
  const own = budgets.filter(holdsIn(scope));
  const texts = (name: 'cluster' | 'namespace') => own.map((budget) => budget[name]);
  return {
    rows: presentRows(
      scope,
      'namespaces',
      'namespace',
      sql`join (
          select cluster, namespace, max(daily) as daily
          from unnest(${texts('cluster')}::text[], ${texts('namespace')}::text[], ${own.map(({ daily }) => String(daily))}::numeric[])
            as budget (cluster, namespace, daily)
          group by cluster, namespace
        ) as budget on budget.cluster = cluster.name and budget.namespace = namespace.name`,
    ),
    order: sql`namespace.cluster_id, namespace.name`,
    labels: { cluster: sql`cluster.name`, namespace: sql`namespace.name` },
    gauges: {
      costplane_namespace_budget_daily: ['Budget of a namespace for a day', sql`budget.daily`],
    },
  };
}

const holdsIn =
  ({ organization }: MetricsScope) =>
  (budget: { readonly organization?: string }) =>
    budget.organization === undefined || budget.organization === organization.id;
