import {
  type CostView,
  knownMoney,
  toBillCost,
  toCpuUse,
  toMemoryUse,
} from '@costplane/plugin-api/schema';
import { type NodeGroupRow } from '../queries/select-node-groups.ts';
import { type NodeGroup } from './node-group-schema.ts';

export const toNodeGroup = (row: NodeGroupRow, view: CostView): NodeGroup => ({
  id: `ng-${row.cluster_id}-${row.node_group}`,
  kind: 'NodeGroup',
  metadata: toMetadata(row),
  capacity: {
    cpu: {
      total_cores: Number(row.cpu_total_cores),
      allocatable_cores: Number(row.cpu_allocatable_cores),
    },
    memory: {
      total_bytes: row.memory_total_bytes,
      allocatable_bytes: row.memory_allocatable_bytes,
    },
  },
  utilization: toUtilization(row),
  cost: toCost(row, view),
});

const toMetadata = (row: NodeGroupRow): NodeGroup['metadata'] => ({
  name: row.node_group,
  cluster: { id: row.cluster_id, name: row.cluster_name },
  instance_types: row.instance_types,
  zones: row.zones,
  spot_count: row.spot_nodes,
  ondemand_count: row.nodes - row.spot_nodes,
  spot_percentage: Math.round((row.spot_nodes * 10_000) / row.nodes) / 100,
  oldest_node_created_at_k8s: row.oldest_created_at_k8s ?? undefined,
  status: row.ready_nodes === row.nodes ? 'healthy' : 'degraded',
});

const toUtilization = (row: NodeGroupRow): NodeGroup['utilization'] => ({
  cpu: toCpuUse(row.cpu_used_cores, row.measured_allocatable_cores),
  memory: toMemoryUse(row.memory_used_bytes, row.measured_allocatable_bytes),
  counts: { nodes: row.nodes, ready_nodes: row.ready_nodes, pods: row.pods },
});

const toCost = (row: NodeGroupRow, view: CostView): NodeGroup['cost'] => ({
  ...toBillCost(row, view),
  spot_savings_vs_ondemand_hourly: knownMoney(row.spot_savings_hourly, view.currency),
});
