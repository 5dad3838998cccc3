import { sql } from 'kysely';
import { type Family, keyBy, type MetricsScope, type Source } from '../exposition/family.ts';
import { type Labels } from '../exposition/sample-line.ts';
import { inScope, joinCluster } from './in-scope.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { useFamilies } from './use-families.ts';

const allocatable = (resource: 'cpu' | 'ram' | 'gpu', capacity: string, total: string) =>
  sql`coalesce(${sql.ref(`node.compute_${resource}_hourly`)} * ${sql.ref(`node.${capacity}`)}
    / nullif(${sql.ref(`node.${total}`)}, 0), 0)`;

/** What of the allocatable of a node is not charged to its pods, per hour (decision 28). */
export const nodeIdleHourly = sql`greatest(
  ${allocatable('cpu', 'cpu_allocatable_cores', 'cpu_total_cores')}
  + ${allocatable('ram', 'memory_allocatable_bytes', 'memory_total_bytes')}
  + ${allocatable('gpu', 'gpu_allocatable', 'gpu_total')}
  - node.workloads_hourly, 0 * node.workloads_hourly)`;

/** What nodes cost: the whole price, as in `/v1/nodes`. */
export function nodeFamilies(scope: MetricsScope, labels: readonly string[]): Family[] {
  const named = { cluster: sql`cluster.name`, node: sql`node.name` };
  const nodes = nodeSource(scope, named);
  return [
    {
      name: 'costplane_node_cost_hourly',
      help: 'Price of a node per hour',
      source: nodeSource(scope, {
        ...named,
        instance_type: sql`node.instance_type`,
        node_group: sql`node.node_group`,
        capacity_type: sql`node.capacity_type`,
        ...kubernetesLabels('node', labels),
      }),
      value: sql`node.run_rate_legacy_hourly`,
    },
    {
      name: 'costplane_node_unallocated_cost_hourly',
      help: 'What the price of a node is above the run rates of its pods, per hour',
      source: nodes,
      value: sql`node.run_rate_legacy_hourly - node.workloads_hourly`,
    },
    {
      name: 'costplane_node_idle_cost_hourly',
      help: 'Cost per hour of what a node can allocate and nothing uses or requests',
      source: nodes,
      value: nodeIdleHourly,
    },
    ...useFamilies('node', 'node', nodes, ['requested', 'used', 'allocatable']),
  ];
}

/** The nodes of the newest reports, as `node`, with what is joined to them. */
export const nodeSource = (scope: MetricsScope, labels: Labels, joined = sql``): Source => ({
  rows: sql`nodes as node
    ${joinCluster(scope, 'node')}
    ${joined}
    where ${inScope(scope, 'node')} and node.gone_at is null`,
  key: keyBy(sql`node.cluster_id`, sql`node.uid`, 'uuid'),
  labels,
});
