import {
  type DirectCostView,
  toDirectCost,
  toRequestUtilization,
} from '@costplane/plugin-api/schema';
import { type WorkloadRow } from '../queries/workload-columns.ts';
import { type Workload } from './workload-schema.ts';

export const toWorkload = (row: WorkloadRow, view: DirectCostView): Workload => ({
  id: row.uid,
  kind: 'Workload',
  metadata: {
    name: row.name,
    namespace: row.namespace,
    workload_kind: row.kind,
    cluster: { id: row.cluster_id, name: row.cluster_name },
    labels: row.labels,
    service_account_name: row.service_account_name,
    status: row.status,
    status_reason: row.status_reason,
    is_suspended: row.is_suspended,
    is_paused: row.is_paused,
    has_hpa: row.has_hpa,
    created_at_k8s: row.created_at_k8s ?? undefined,
    last_seen_at: row.last_seen_at,
  },
  capacity: {
    cpu: { limit_cores: Number(row.cpu_limit_cores) },
    memory: { limit_bytes: row.memory_limit_bytes },
  },
  utilization: {
    ...toRequestUtilization(row),
    replicas: toReplicas(row),
    counts: { pods: row.pods, running_pods: row.running_pods, containers: row.containers },
  },
  cost: toDirectCost(row, view),
});

function toReplicas(row: WorkloadRow): Workload['utilization']['replicas'] {
  if (row.replicas_desired === null) return undefined;
  return {
    desired: row.replicas_desired,
    available: row.replicas_available ?? undefined,
    unavailable: row.replicas_unavailable ?? undefined,
    updated: row.replicas_updated ?? undefined,
  };
}
