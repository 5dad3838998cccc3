import {
  type DirectCostView,
  toDirectCost,
  toRequestUtilization,
} from '@costplane/plugin-api/schema';
import { type PodRow } from '../queries/select-pods.ts';
import { type Pod } from './pod-schema.ts';

export const toPod = (row: PodRow, view: DirectCostView): Pod => ({
  id: row.uid,
  kind: 'Pod',
  metadata: toMetadata(row),
  capacity: {
    cpu: { limit_cores: Number(row.cpu_limit_cores) },
    memory: { limit_bytes: row.memory_limit_bytes },
  },
  utilization: {
    ...toRequestUtilization(row),
    counts: {
      containers: row.containers,
      running_containers: row.running_containers,
      ready_containers: row.ready_containers,
    },
    restarts_total: row.restarts_total,
    oom_kills_total: row.oom_kills_total,
  },
  cost: toDirectCost(row, view),
});

const toMetadata = (row: PodRow): Pod['metadata'] => ({
  name: row.name,
  namespace: row.namespace,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  workload:
    row.workload_uid === null
      ? undefined
      : { uid: row.workload_uid, kind: row.workload_kind, name: row.workload_name },
  node: row.node_uid === null ? undefined : { id: row.node_uid, name: row.node_name },
  phase: textOrAbsent(row.phase),
  reason: textOrAbsent(row.reason),
  qos_class: textOrAbsent(row.qos_class),
  pod_ip: textOrAbsent(row.pod_ip),
  host_ip: textOrAbsent(row.host_ip),
  host_network: row.host_network,
  priority_class: textOrAbsent(row.priority_class),
  has_hostpath: row.has_hostpath,
  has_emptydir: row.has_emptydir,
  labels: row.labels,
  created_at_k8s: row.created_at_k8s ?? undefined,
  last_seen_at: row.last_seen_at,
});

const textOrAbsent = (text: string) => (text === '' ? undefined : text);
