import { anyOf } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';
import { type Budgets } from '../config.ts';
import { type Family, keyBy, type MetricsScope } from '../exposition/family.ts';
import { inScope, joinCluster } from './in-scope.ts';

/** The budgets of the config, of what there is: the name of a team says nothing to other organizations. */
export const budgetFamilies = (scope: MetricsScope, budgets: Budgets): Family[] => [
  teamBudgets(scope, budgets.teams),
  namespaceBudgets(scope, budgets.namespaces),
];

function teamBudgets(scope: MetricsScope, budgets: Budgets['teams']): Family {
  const own = budgets.filter(holdsIn(scope));
  return {
    name: 'costplane_team_budget_daily',
    help: 'What a team may cost in a day, by the config',
    source: {
      rows: sql`(
          select min(team.id::text)::uuid as id, team.name, max(budget.daily) as daily
          from unnest(${own.map(({ team }) => team)}::text[], ${own.map(({ daily }) => String(daily))}::numeric[])
            as budget (team, daily)
          join teams as team
            on team.organization_id = ${scope.organization.id}::uuid and team.name = budget.team
          where exists (
            select from team_assignments as assignment
            where assignment.team_id = team.id and assignment.organization_id = team.organization_id
              and assignment.cluster_id = ${anyOf(scope.clusterIds, 'uuid')})
          group by team.name
        ) as budget
        where true`,
      key: keyBy(sql`budget.id`, sql`budget.name`),
      labels: { team: sql`budget.name` },
    },
    value: sql`budget.daily`,
  };
}

function namespaceBudgets(scope: MetricsScope, budgets: Budgets['namespaces']): Family {
  const own = budgets.filter(holdsIn(scope));
  const texts = (name: 'cluster' | 'namespace') => own.map((budget) => budget[name]);
  return {
    name: 'costplane_namespace_budget_daily',
    help: 'What a namespace may cost in a day, by the config',
    source: {
      rows: sql`namespaces as namespace
        ${joinCluster(scope, 'namespace')}
        join (
          select cluster, namespace, max(daily) as daily
          from unnest(${texts('cluster')}::text[], ${texts('namespace')}::text[], ${own.map(({ daily }) => String(daily))}::numeric[])
            as budget (cluster, namespace, daily)
          group by cluster, namespace
        ) as budget on budget.cluster = cluster.name and budget.namespace = namespace.name
        where ${inScope(scope, 'namespace')} and namespace.gone_at is null`,
      key: keyBy(sql`namespace.cluster_id`, sql`namespace.name`),
      labels: { cluster: sql`cluster.name`, namespace: sql`namespace.name` },
    },
    value: sql`budget.daily`,
  };
}

const holdsIn =
  ({ organization }: MetricsScope) =>
  (budget: { readonly organization?: string }) =>
    budget.organization === undefined || budget.organization === organization.id;
