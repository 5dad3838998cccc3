import { ownerCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { inMonth, sumCosts } from './month-to-date.ts';
import { savingsGroup } from './savings.ts';
import { joinCluster, type MetricsScope, present } from './scope.ts';
import { joinNamespaceTeam, teamLabels } from './teams.ts';
import { useGauges } from './use-gauges.ts';

/** What namespaces cost: directly, as in `/v1/namespaces`. */
export function namespaceGroups(scope: MetricsScope, labels: readonly string[]): Group[] {
  const runRate = sql.ref(`namespace.run_rate_${scope.basis}_hourly`);
  return [
    {
      ...present(scope, 'namespace', joinNamespaceTeam(scope)),
      gauges: {
        costplane_namespace_cost_hourly: [
          'Run rate of a namespace per hour, direct cost',
          runRate,
          { ...teamLabels, ...kubernetesLabels('namespace', labels) },
        ],
        costplane_namespace_unallocated_cost_hourly: [
          'What a namespace costs per hour that none of its workloads does',
          sql`${runRate} - ${sql.ref(`namespace.workloads_${scope.basis}_hourly`)}`,
        ],
        ...useGauges('namespace', 'requested', 'used'),
      },
    },
    monthGroup(scope),
    savingsGroup(scope, 'namespace', { namespace: sql`advice.namespace` }),
  ];
}

/** Namespaces that are gone, too: what they have cost this month is part of what clusters have. */
const monthGroup = (scope: MetricsScope): Group => ({
  rows: sql`(
      select spent.cluster_id, spent.namespace as name,
        ${sumCosts(ownerCostColumns(scope.basis, 'workload_only'))} as cost
      from namespace_days as spent
      where ${inMonth(scope, 'spent')}
      group by spent.cluster_id, spent.namespace
    ) as spent
    ${joinCluster(scope, 'spent')}
    left join namespaces as namespace
      on namespace.organization_id = ${scope.organization.id}::uuid
      and namespace.cluster_id = spent.cluster_id and namespace.name = spent.name
    ${joinNamespaceTeam(scope)}`,
  order: sql`spent.cluster_id, spent.name`,
  labels: { cluster: sql`cluster.name`, namespace: sql`spent.name`, ...teamLabels },
  gauges: {
    costplane_namespace_cost_month_to_date: [
      'What a namespace has cost since the month began by UTC, direct cost',
      sql`spent.cost`,
    ],
  },
});
