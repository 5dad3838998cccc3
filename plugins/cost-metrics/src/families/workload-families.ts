import { sql } from 'kysely';
import { type Family, keyBy, type MetricsScope, type Source } from '../exposition/family.ts';
import { inScope, joinCluster } from './in-scope.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { savingsFamily } from './savings.ts';
import { joinWorkloadTeam, teamLabels } from './teams.ts';
import { useFamilies } from './use-families.ts';

/** What workloads cost: directly, as in `/v1/workloads`. */
export function workloadFamilies(scope: MetricsScope, labels: readonly string[]): Family[] {
  const owned = workloadSource(scope, true);
  return [
    {
      name: 'costplane_workload_cost_hourly',
      help: 'Run rate of a workload per hour, direct cost',
      source: { ...owned, labels: { ...owned.labels, ...kubernetesLabels('workload', labels) } },
      value: sql.ref(`workload.run_rate_${scope.basis}_hourly`),
    },
    savingsFamily(scope, 'workload', {
      namespace: sql`advice.namespace`,
      workload_kind: sql`advice.resource_type`,
      workload: sql`advice.resource_name`,
    }),
    ...useFamilies('workload', 'workload', workloadSource(scope), ['requested', 'used']),
  ];
}

const workloadSource = (scope: MetricsScope, isOwned = false): Source => ({
  rows: sql`workloads as workload
    ${joinCluster(scope, 'workload')}
    ${isOwned ? joinWorkloadTeam(scope) : sql``}
    where ${inScope(scope, 'workload')} and workload.gone_at is null`,
  key: keyBy(sql`workload.cluster_id`, sql`workload.uid`, 'uuid'),
  labels: {
    cluster: sql`cluster.name`,
    namespace: sql`workload.namespace`,
    workload_kind: sql`workload.kind`,
    workload: sql`workload.name`,
    ...(isOwned ? teamLabels : {}),
  },
});
