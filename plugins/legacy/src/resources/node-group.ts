import { count, named, namedObject, text, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type NodeGroupRow } from '../queries/select-node-groups.ts';
import { coreCount, hourlyCost, memoryGb, toGb } from './amounts.ts';
import { utilizationFields } from './efficiency.ts';
import { nodeSchema } from './node.ts';

const fields = {
  id: Type.String({ description: '`ng-<cluster id>-<group name>`' }),
  name: text('Name of the node group.'),
  cluster_id: uuid('Id of the cluster.'),
  cluster_name: text('Name of the cluster.'),
  node_count: count('Nodes of the group.'),
  instance_type: Type.String({ description: 'Instance type of most of its nodes; ties by name.' }),
  total_cpu_cores: coreCount('CPU capacity of its nodes in cores.'),
  total_memory_gb: memoryGb('Memory capacity of its nodes.'),
  spot_percentage: Type.Number({
    minimum: 0,
    maximum: 100,
    description: 'Share of spot nodes in percent, with two decimals.',
  }),
  hourly_cost: hourlyCost,
};

export const nodeGroupSchema = named('LegacyNodeGroup', Type.Object(fields), 'A node group.');

export const nodeGroupDetailsSchema = namedObject(
  'LegacyNodeGroupDetails',
  'A node group with its nodes.',
  {
    ...fields,
    ...utilizationFields,
    nodes: Type.Array(nodeSchema, { description: 'Nodes of the group.' }),
  },
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
