import { count, namedObject, text, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type NodeRow } from '../queries/select-nodes.ts';
import { coreCount, hourlyCost, memoryGb, monthlyCost, nullableCount, toGb } from './amounts.ts';

export const nodeSchema = namedObject('LegacyNode', 'A node.', {
  id: uuid('Kubernetes uid of the node.'),
  node_uid: uuid('Equal to `id`.'),
  cluster_id: uuid('Id of the cluster.'),
  cluster_name: text('Name of the cluster.'),
  node_name: text('Name of the node.'),
  instance_type: text('Instance type; empty when unknown.'),
  node_group: text('Node group; empty when its labels name none.'),
  availability_zone: text('Availability zone; empty when unknown.'),
  is_ready: Type.Boolean({ description: 'Whether Kubernetes reports it as ready.' }),
  is_schedulable: Type.Boolean({ description: 'False when the node is cordoned.' }),
  cpu_capacity: coreCount('CPU capacity in cores.'),
  cpu_allocatable: coreCount("Allocatable CPU cores, after the kubelet's reservations."),
  memory_capacity_gb: memoryGb('Memory capacity.'),
  memory_allocatable_gb: memoryGb("Allocatable memory, after the kubelet's reservations."),
  pods_capacity: nullableCount('Null: agents report allocatable pods only.'),
  pods_allocatable: count('Maximum number of pods.'),
  hourly_cost: hourlyCost,
  spot_instance: Type.Boolean({ description: 'Whether it runs on spot capacity.' }),
  pod_count: count('Pods that Kubernetes lists, including finished ones.'),
  monthly_cost: monthlyCost,
});

export const toNode = (row: NodeRow): Static<typeof nodeSchema> => ({
  id: row.uid,
  node_uid: row.uid,
  cluster_id: row.cluster_id,
  cluster_name: row.cluster_name,
  node_name: row.name,
  instance_type: row.instance_type,
  node_group: row.node_group,
  availability_zone: row.availability_zone,
  is_ready: row.is_ready,
  is_schedulable: row.is_schedulable,
  cpu_capacity: Number(row.cpu_total_cores),
  cpu_allocatable: Number(row.cpu_allocatable_cores),
  memory_capacity_gb: toGb(row.memory_total_bytes),
  memory_allocatable_gb: toGb(row.memory_allocatable_bytes),
  pods_capacity: null,
  pods_allocatable: row.pods_allocatable,
  hourly_cost: row.hourly_cost,
  spot_instance: row.is_spot,
  pod_count: row.pods,
  monthly_cost: row.monthly_cost,
});
