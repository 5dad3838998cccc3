import { toCostBlock, toMoney, utilizationPercentOf } from '@costplane/kernel/schema';
import { type NodeGroupRow } from '../queries/select-node-groups.ts';
import { type CostView } from './cost-view.ts';
import { type NodeGroup } from './node-group-schema.ts';

/** A row as the contract's NodeGroup. */
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

function toUtilization(row: NodeGroupRow): NodeGroup['utilization'] {
  const usedCores = row.cpu_used_cores === null ? null : Number(row.cpu_used_cores);
  const { memory_used_bytes: usedBytes, measured_allocatable_bytes: measuredBytes } = row;
  return {
    cpu: {
      used_cores: usedCores ?? undefined,
      utilization_percent: utilizationPercentOf(usedCores, Number(row.measured_allocatable_cores)),
    },
    memory: {
      used_bytes: usedBytes ?? undefined,
      utilization_percent: utilizationPercentOf(usedBytes, measuredBytes),
    },
    counts: { nodes: row.nodes, ready_nodes: row.ready_nodes, pods: row.pods },
  };
}

function toCost(row: NodeGroupRow, { basis, currency }: CostView): NodeGroup['cost'] {
  const savings = row.spot_savings_hourly;
  return {
    ...toCostBlock({
      currency,
      basis,
      runRateHourly: row.run_rate_hourly,
      components: {
        'compute.cpu': row.compute_cpu_hourly,
        'compute.ram': row.compute_ram_hourly,
        'compute.gpu': row.compute_gpu_hourly,
      },
      unallocatedHourly: row.unallocated_hourly,
      isComputePartial: row.is_compute_partial,
      lastUpdatedAt: row.cost_updated_at,
    }),
    spot_savings_vs_ondemand_hourly: savings === null ? undefined : toMoney(savings, currency),
  };
}
