import { ownerCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Group, ours } from '../exposition/group.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { inMonth, joinCluster, type MetricsScope, present, sumCosts } from './scope.ts';
import { savingsGroup, useGauges } from './shared-gauges.ts';
import { joinNamespaceTeam, joinWorkloadTeam, teamLabels } from './teams.ts';

const runRateHelp = 'Run rate per hour, direct cost';

/** What namespaces cost: directly, as in `/v1/namespaces`. */
export function namespaceGroups(scope: MetricsScope, labels: readonly string[]): Group[] {
  const runRate = sql.ref(`namespace.run_rate_${scope.basis}_hourly`);
  const ofWorkloads = sql.ref(`namespace.workloads_${scope.basis}_hourly`);
  const ownLabels = { ...teamLabels, ...kubernetesLabels('namespace', labels) };
  return [
    {
      ...present(scope, 'namespace', joinNamespaceTeam(scope)),
      gauges: ours('namespace', {
        cost_hourly: [runRateHelp, runRate, ownLabels],
        unallocated_cost_hourly: [
          'What it costs per hour that none of its workloads does',
          sql`${runRate} - ${ofWorkloads}`,
        ],
        ...useGauges('namespace', 'requested', 'used'),
      }),
    },
    monthGroup(scope),
    savingsGroup(scope, 'namespace', { namespace: 'namespace' }),
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
  labels: { cluster: sql`cluster.name`, namespace: sql`spent.name`, ...teamLabels },
  gauges: ours('namespace', {
    cost_month_to_date: ['Direct cost since the month began by UTC', sql`spent.cost`],
  }),
});

/** What workloads cost: directly, as in `/v1/workloads`. */
export function workloadGroups(scope: MetricsScope, labels: readonly string[]): Group[] {
  const runRate = sql.ref(`workload.run_rate_${scope.basis}_hourly`);
  const ownLabels = { ...teamLabels, ...kubernetesLabels('workload', labels) };
  return [
    {
      ...present(scope, 'workload', joinWorkloadTeam(scope)),
      gauges: ours('workload', {
        cost_hourly: [runRateHelp, runRate, ownLabels],
        ...useGauges('workload', 'requested', 'used'),
      }),
    },
    savingsGroup(scope, 'workload', {
      namespace: 'namespace',
      workload_kind: 'resource_type',
      workload: 'resource_name',
    }),
  ];
}
