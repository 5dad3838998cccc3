import {
  type CostView,
  knownMoney,
  toBillCost,
  toCpuUse,
  toGpuUtilization,
  toMemoryUse,
} from '@costplane/plugin-api/schema';
import { type NodeRow } from '../queries/select-node.ts';
import { type Node } from './node-schema.ts';

export const toNode = (row: NodeRow, view: CostView): Node => ({
  id: row.uid,
  kind: 'Node',
  metadata: toMetadata(row),
  capacity: toCapacity(row),
  utilization: toUtilization(row),
  cost: toCost(row, view),
});

const toMetadata = (row: NodeRow): Node['metadata'] => ({
  name: row.name,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  instance_type: row.instance_type,
  node_group: row.node_group,
  availability_zone: row.availability_zone,
  region: row.region,
  node_role: row.node_role,
  operating_system: row.operating_system,
  kubelet_version: row.kubelet_version,
  provider_id: row.provider_id,
  is_spot: row.is_spot,
  is_ready: row.is_ready,
  is_schedulable: row.is_schedulable,
  capacity_type: row.capacity_type as Node['metadata']['capacity_type'],
  architecture: row.architecture,
  labels: row.labels,
  created_at_k8s: row.created_at_k8s ?? undefined,
  last_seen_at: row.last_seen_at,
});

const toCapacity = (row: NodeRow): Node['capacity'] => ({
  cpu: {
    total_cores: Number(row.cpu_total_cores),
    allocatable_cores: Number(row.cpu_allocatable_cores),
  },
  memory: {
    total_bytes: row.memory_total_bytes,
    allocatable_bytes: row.memory_allocatable_bytes,
  },
  gpu: { total: row.gpu_total, allocatable: row.gpu_allocatable, model: row.gpu_model },
  ephemeral_storage: { total_bytes: row.ephemeral_storage_total_bytes },
  pods: { allocatable: row.pods_allocatable },
});

const toUtilization = (row: NodeRow): Node['utilization'] => ({
  cpu: toCpuUse(row.cpu_used_cores, row.cpu_allocatable_cores),
  memory: toMemoryUse(row.memory_used_bytes, row.memory_allocatable_bytes),
  gpu: toGpuUtilization(row),
  counts: { pods: row.pods, running_pods: row.running_pods },
});

const toCost = (row: NodeRow, view: CostView): Node['cost'] => ({
  ...toBillCost(row, view),
  on_demand_equivalent_hourly: knownMoney(row.on_demand_equivalent_hourly, view.currency),
  pricing_source: row.pricing_source as Node['cost']['pricing_source'],
});
