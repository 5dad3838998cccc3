import { clusterName } from '@costplane/plugin-api/listing';
import { sql } from 'kysely';

const columns = [
  'nodes.cluster_id',
  'nodes.uid',
  'nodes.name',
  'nodes.provider_id',
  'nodes.instance_type',
  'nodes.node_group',
  'nodes.region',
  'nodes.availability_zone',
  'nodes.node_role',
  'nodes.capacity_type',
  'nodes.architecture',
  'nodes.operating_system',
  'nodes.kubelet_version',
  'nodes.is_spot',
  'nodes.is_ready',
  'nodes.is_schedulable',
  'nodes.labels',
  'nodes.page_bytes',
  'nodes.created_at_k8s',
  'nodes.last_seen_at',
  'nodes.cpu_total_cores',
  'nodes.cpu_allocatable_cores',
  'nodes.memory_total_bytes',
  'nodes.memory_allocatable_bytes',
  'nodes.gpu_total',
  'nodes.gpu_allocatable',
  'nodes.gpu_model',
  'nodes.ephemeral_storage_total_bytes',
  'nodes.pods_allocatable',
  'nodes.cpu_used_cores',
  'nodes.memory_used_bytes',
  'nodes.gpu_utilization_percent',
  'nodes.gpu_memory_used_bytes',
  'nodes.gpu_memory_total_bytes',
  'nodes.pods',
  'nodes.running_pods',
  'nodes.compute_cpu_hourly',
  'nodes.compute_ram_hourly',
  'nodes.run_rate_legacy_hourly as run_rate_hourly',
  'nodes.run_rate_legacy_rank',
  'nodes.on_demand_equivalent_hourly',
  'nodes.pricing_source',
  'nodes.cost_updated_at',
] as const;

/** What a Node is made of, with the name of its cluster and what no workload's run rate covers. */
export const nodeColumns = [
  ...columns,
  clusterName('nodes'),
  sql<string | null>`nodes.run_rate_legacy_hourly - nodes.workloads_hourly`.as(
    'unallocated_hourly',
  ),
  sql<string | null>`case when nodes.gpu_total > 0 then nodes.compute_gpu_hourly end`.as(
    'compute_gpu_hourly',
  ),
  sql<boolean>`(nodes.compute_cpu_hourly is null or nodes.compute_ram_hourly is null
      or nodes.compute_gpu_hourly is null)`.as('is_compute_partial'),
] as const;
