import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { type MetricsScope, present } from './scope.ts';
import { useGauges } from './use-gauges.ts';

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
export const nodeGroup = (scope: MetricsScope, labels: readonly string[]): Group => ({
  ...present(scope, 'node'),
  gauges: {
    costplane_node_cost_hourly: [
      'Price of a node per hour',
      sql`node.run_rate_legacy_hourly`,
      {
        instance_type: sql`node.instance_type`,
        node_group: sql`node.node_group`,
        capacity_type: sql`node.capacity_type`,
        ...kubernetesLabels('node', labels),
      },
    ],
    costplane_node_unallocated_cost_hourly: [
      'What the price of a node is above the run rates of its pods, per hour',
      sql`node.run_rate_legacy_hourly - node.workloads_hourly`,
    ],
    costplane_node_idle_cost_hourly: [
      'Cost per hour of what a node can allocate and nothing uses or requests',
      nodeIdleHourly,
    ],
    ...useGauges('node', 'requested', 'used', 'allocatable'),
  },
});
