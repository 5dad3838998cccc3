import { type RequestClock } from '@costplane/plugin-api';
import {
  type CostView,
  toBillCost,
  toCpuUse,
  toGpuUtilization,
  toMemoryUse,
} from '@costplane/plugin-api/schema';
import { type ClusterRow } from '../queries/select-clusters.ts';
import { type Cluster } from './cluster-schema.ts';

export const toCluster = (
  row: ClusterRow,
  view: CostView & { readonly clock: RequestClock },
): Cluster => ({
  id: row.id,
  kind: 'Cluster',
  metadata: {
    name: row.name,
    provider: row.provider as Cluster['metadata']['provider'],
    service: row.service,
    region: row.region,
    environment: row.environment as Cluster['metadata']['environment'],
    status: row.status as Cluster['metadata']['status'],
    k8s_version: row.k8s_version,
    agent_version: row.agent_version,
    discovery_source: row.discovery_source,
    availability_zones: row.availability_zones,
    is_stale: isStale(row.last_seen_at, view.clock),
    created_at: row.created_at,
    last_seen_at: row.last_seen_at,
  },
  ...(row.status !== 'pending' && row.last_seen_at !== null && toReported(row, view)),
});

const staleAfterMs = 180_000;

/** Whether the newest report is too old, or the cluster has never reported (contract, "Staleness"). */
const isStale = (lastSeenAt: string | null, clock: RequestClock): boolean =>
  lastSeenAt === null || clock.hasPassed(new Date(Date.parse(lastSeenAt) + staleAfterMs));

/** The blocks that a cluster has unless it is pending. */
const toReported = (row: ClusterRow, view: CostView): Partial<Cluster> => ({
  capacity: {
    cpu: {
      total_cores: Number(row.cpu_total_cores),
      allocatable_cores: Number(row.cpu_allocatable_cores),
    },
    memory: {
      total_bytes: row.memory_total_bytes ?? 0,
      allocatable_bytes: row.memory_allocatable_bytes ?? 0,
    },
    gpu: {
      total: row.gpu_total ?? 0,
      allocatable: row.gpu_allocatable ?? 0,
      model: row.gpu_models?.join(', ') ?? '',
    },
    storage: { total_bytes: row.storage_total_bytes ?? 0 },
    pods: { allocatable: row.pods_allocatable ?? 0 },
  },
  utilization: {
    cpu: {
      requested_cores: Number(row.cpu_requested_cores),
      ...toCpuUse(row.cpu_used_cores, row.measured_allocatable_cores),
    },
    memory: {
      requested_bytes: row.memory_requested_bytes ?? 0,
      ...toMemoryUse(row.memory_used_bytes, row.measured_allocatable_bytes),
    },
    gpu: toGpuUtilization(row),
    restarts_total: row.restarts_total ?? undefined,
    oom_kills_total: row.oom_kills_total ?? undefined,
    counts: {
      nodes: row.nodes ?? 0,
      namespaces: row.namespaces ?? 0,
      workloads: row.workloads ?? 0,
      deployments: row.deployments ?? 0,
      statefulsets: row.statefulsets ?? 0,
      daemonsets: row.daemonsets ?? 0,
      jobs: row.jobs ?? 0,
      cronjobs: row.cronjobs ?? 0,
      pods: row.pods ?? 0,
      running_pods: row.running_pods ?? 0,
      containers: row.containers ?? 0,
      running_containers: row.running_containers ?? 0,
      persistent_volumes: row.persistent_volumes ?? 0,
    },
  },
  cost: toBillCost(row, view),
});
