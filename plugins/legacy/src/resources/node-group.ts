import { count, named, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type NodeGroupRow } from '../queries/select-node-groups.ts';
import { coreCount, hourlyCost, memoryGb, nullableNumber, toGb } from './amounts.ts';
import { toCpuPercent, toMemoryPercent } from './efficiency.ts';
import { nodeSchema } from './node.ts';

const fields = {
  id: Type.String({ description: '`ng-<cluster id>-<group name>`' }),
  name: Type.String(),
  cluster_id: uuid(),
  cluster_name: Type.String(),
  node_count: count(),
  instance_type: Type.String({ description: 'The value of most of its nodes; ties by name.' }),
  total_cpu_cores: coreCount('CPU capacity of its nodes in cores.'),
  total_memory_gb: memoryGb('Memory capacity of its nodes.'),
  spot_percentage: Type.Number({ minimum: 0, maximum: 100, description: 'With two decimals.' }),
  hourly_cost: hourlyCost,
};

export const nodeGroupSchema = named('LegacyNodeGroup', Type.Object(fields));

export const nodeGroupDetailsSchema = named(
  'LegacyNodeGroupDetails',
  Type.Object({
    ...fields,
    avg_cpu_utilization: nullableNumber(
      'Usage relative to allocatable, in percent; null without metrics.',
    ),
    avg_memory_utilization: nullableNumber(
      'Usage relative to allocatable, in percent; null without metrics.',
    ),
    nodes: Type.Array(nodeSchema),
  }),
);

export const toNodeGroup = (row: NodeGroupRow): Static<typeof nodeGroupSchema> => ({
  id: `ng-${row.cluster_id}-${row.name}`,
  name: row.name,
  cluster_id: row.cluster_id,
  cluster_name: row.cluster_name,
  node_count: row.nodes,
  instance_type: row.instance_type,
  total_cpu_cores: Number(row.cpu_total_cores),
  total_memory_gb: toGb(Number(row.memory_total_bytes)),
  spot_percentage: Math.round((row.spot_nodes * 10_000) / row.nodes) / 100,
  hourly_cost: row.hourly_cost,
});

export function toUtilization(row: NodeGroupRow) {
  const figures = {
    ...row,
    cpu_base_cores: row.measured_cores,
    memory_base_bytes: row.measured_bytes,
  };
  return {
    avg_cpu_utilization: toCpuPercent(figures),
    avg_memory_utilization: toMemoryPercent(figures),
  };
}
