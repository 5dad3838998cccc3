import {
  type DirectCostView,
  knownMoney,
  toDirectCost,
  toRequestUtilization,
} from '@costplane/plugin-api/schema';
import { type NamespaceRow, type TopWorkloadRow } from '../queries/select-namespaces.ts';
import { type Namespace } from './namespace-schema.ts';

export const toNamespace = (row: NamespaceRow, view: DirectCostView): Namespace => ({
  id: row.id,
  kind: 'Namespace',
  metadata: {
    name: row.name,
    cluster: { id: row.cluster_id, name: row.cluster_name },
    uid_k8s: row.uid_k8s ?? undefined,
    labels: row.labels,
    team: toReference(row.team_id, row.team_name),
    department: toReference(row.department_id, row.department_name),
    created_at_k8s: row.created_at_k8s ?? undefined,
    last_seen_at: row.last_seen_at,
  },
  capacity: toCapacity(row),
  utilization: {
    ...toRequestUtilization(row),
    counts: {
      workloads: row.workloads,
      deployments: row.deployments,
      statefulsets: row.statefulsets,
      daemonsets: row.daemonsets,
      jobs: row.jobs,
      cronjobs: row.cronjobs,
      pods: row.pods,
      running_pods: row.running_pods,
      containers: row.containers,
      persistent_volumes: row.persistent_volumes,
    },
  },
  cost: toDirectCost(row, view),
});

const toReference = (id: string | null, name: string | null) =>
  id === null || name === null ? undefined : { id, name };

/** A quota may limit CPU, memory, or both. */
function toCapacity(row: NamespaceRow): Namespace['capacity'] {
  const { cpu_quota_cores: cores, memory_quota_bytes: bytes } = row;
  if (cores === null && bytes === null) return undefined;
  return {
    cpu: cores === null ? undefined : { quota_cores: Number(cores) },
    memory: bytes === null ? undefined : { quota_bytes: bytes },
  };
}

/** An entry of the contract's `workloads_top_5`. */
export const toTopWorkload = (row: TopWorkloadRow, currency: string) => ({
  id: row.uid,
  kind: 'Workload' as const,
  name: row.name,
  cost: { current_run_rate_hourly: knownMoney(row.run_rate_hourly, currency) },
});
