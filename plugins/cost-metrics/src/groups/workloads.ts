import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { savingsGroup } from './savings.ts';
import { type MetricsScope, present } from './scope.ts';
import { joinWorkloadTeam, teamLabels } from './teams.ts';
import { useGauges } from './use-gauges.ts';

/** What workloads cost: directly, as in `/v1/workloads`. */
export const workloadGroups = (scope: MetricsScope, labels: readonly string[]): Group[] => [
  {
    ...present(scope, 'workload', joinWorkloadTeam(scope)),
    gauges: {
      costplane_workload_cost_hourly: [
        'Run rate of a workload per hour, direct cost',
        sql.ref(`workload.run_rate_${scope.basis}_hourly`),
        { ...teamLabels, ...kubernetesLabels('workload', labels) },
      ],
      ...useGauges('workload', 'requested', 'used'),
    },
  },
  savingsGroup(scope, 'workload', {
    namespace: sql`advice.namespace`,
    workload_kind: sql`advice.resource_type`,
    workload: sql`advice.resource_name`,
  }),
];
