import { count, named, text, uuid } from '@costplane/plugin-api/schema';
import { type Static, Type } from 'typebox';
import { type NamespaceRow } from '../queries/select-namespaces.ts';
import { coreCount, hourlyCost, memoryGb, monthlyCost, nullableText, toGb } from './amounts.ts';
import { efficiencySchema, toEfficiency } from './efficiency.ts';

export const namespaceFields = {
  name: text('Name of the namespace.'),
  cluster_id: uuid('Id of the cluster.'),
  cluster_name: text('Name of the cluster.'),
  team: nullableText('Team with the largest share of the namespace.'),
  department: nullableText(
    "Department of the team; without a team, the namespace's own department.",
  ),
  workload_count: count('Workloads.'),
  pod_count: count('Pods that Kubernetes lists, including finished ones.'),
  total_cpu_cores: coreCount('CPU cores requested by its pods.'),
  total_memory_gb: memoryGb('Memory requested by its pods.'),
  hourly_cost: hourlyCost,
  monthly_cost: monthlyCost,
  efficiency_score: efficiencySchema('requests'),
  container_count: count('Containers of the pods.'),
};

export const namespaceSchema = named(
  'LegacyNamespace',
  Type.Object(namespaceFields),
  'A namespace.',
);
export type Namespace = Static<typeof namespaceSchema>;

export const toNamespace = (row: NamespaceRow): Namespace => ({
  name: row.name,
  cluster_id: row.cluster_id,
  cluster_name: row.cluster_name,
  team: row.team,
  department: row.department,
  workload_count: row.workloads,
  pod_count: row.pods,
  total_cpu_cores: Number(row.cpu_requested_cores),
  total_memory_gb: toGb(row.memory_requested_bytes),
  hourly_cost: row.hourly_cost,
  monthly_cost: row.monthly_cost,
  efficiency_score: toEfficiency(row),
  container_count: row.containers,
});
