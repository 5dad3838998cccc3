import { count, named, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type NodeRow } from '../queries/select-nodes.ts';
import { coreCount, hourlyCost, memoryGb, monthlyCost, nullableCount, toGb } from './amounts.ts';

export const nodeSchema = named(
  'LegacyNode',
  Type.Object({
    id: uuid('Kubernetes uid.'),
    node_uid: uuid('Equal to `id`.'),
    cluster_id: uuid(),
    cluster_name: Type.String(),
    node_name: Type.String(),
    instance_type: Type.String(),
    node_group: Type.String({ description: 'Empty when its labels name none.' }),
    availability_zone: Type.String(),
    is_ready: Type.Boolean(),
    is_schedulable: Type.Boolean(),
    cpu_capacity: coreCount('CPU capacity in cores.'),
    cpu_allocatable: coreCount("Allocatable CPU cores, after the kubelet's reservations."),
    memory_capacity_gb: memoryGb('Memory capacity.'),
    memory_allocatable_gb: memoryGb("Allocatable memory, after the kubelet's reservations."),
    pods_capacity: nullableCount('Null: agents report allocatable pods only.'),
    pods_allocatable: count(),
    hourly_cost: hourlyCost,
    spot_instance: Type.Boolean(),
    pod_count: count(),
    monthly_cost: monthlyCost,
  }),
);

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
