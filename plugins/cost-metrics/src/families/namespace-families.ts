import { ownerCostColumns } from '@costplane/plugin-api/schema';
import { sql } from 'kysely';
import { type Family, keyBy, type MetricsScope, type Source } from '../exposition/family.ts';
import { inScope, joinCluster } from './in-scope.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { inMonth, sumCosts } from './month-to-date.ts';
import { savingsFamily } from './savings.ts';
import { joinNamespaceTeam, teamLabels } from './teams.ts';
import { useFamilies } from './use-families.ts';

/** What namespaces cost: directly, as in `/v1/namespaces`. */
export function namespaceFamilies(scope: MetricsScope, labels: readonly string[]): Family[] {
  const runRate = sql.ref(`namespace.run_rate_${scope.basis}_hourly`);
  const namespaces = namespaceSource(scope);
  const owned = namespaceSource(scope, true);
  return [
    {
      name: 'costplane_namespace_cost_hourly',
      help: 'Run rate of a namespace per hour, direct cost',
      source: {
        ...owned,
        labels: { ...owned.labels, ...kubernetesLabels('namespace', labels) },
      },
      value: runRate,
    },
    {
      name: 'costplane_namespace_unallocated_cost_hourly',
      help: 'What a namespace costs per hour that none of its workloads does',
      source: namespaces,
      value: sql`${runRate} - ${sql.ref(`namespace.workloads_${scope.basis}_hourly`)}`,
    },
    {
      name: 'costplane_namespace_cost_month_to_date',
      help: 'What a namespace has cost since the month began by UTC, direct cost',
      source: monthSource(scope),
      value: sql`spent.cost`,
    },
    savingsFamily(scope, 'namespace', { namespace: sql`advice.namespace` }),
    ...useFamilies('namespace', 'namespace', namespaces, ['requested', 'used']),
  ];
}

const namespaceSource = (scope: MetricsScope, isOwned = false): Source => ({
  rows: sql`namespaces as namespace
    ${joinCluster(scope, 'namespace')}
    ${isOwned ? joinNamespaceTeam(scope) : sql``}
    where ${inScope(scope, 'namespace')} and namespace.gone_at is null`,
  key: keyBy(sql`namespace.cluster_id`, sql`namespace.name`),
  labels: {
    cluster: sql`cluster.name`,
    namespace: sql`namespace.name`,
    ...(isOwned ? teamLabels : {}),
  },
});

/** Namespaces that are gone, too: what they have cost this month is part of what clusters have. */
const monthSource = (scope: MetricsScope): Source => ({
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
    ${joinNamespaceTeam(scope)}
    where true`,
  key: keyBy(sql`spent.cluster_id`, sql`spent.name`),
  labels: { cluster: sql`cluster.name`, namespace: sql`spent.name`, ...teamLabels },
});
