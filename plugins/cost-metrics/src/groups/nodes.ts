import { sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { kubernetesLabels } from './kubernetes-labels.ts';
import { type MetricsScope, presentRows } from './scope.ts';
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

/** The nodes of the newest reports, as `node`. */
const nodeRows = (scope: MetricsScope, joined = sql``) => ({
  rows: presentRows(scope, 'nodes', 'node', joined),
  order: sql`node.cluster_id, node.uid`,
  labels: { cluster: sql`cluster.name`, node: sql`node.name` },
});

/** What nodes cost: the whole price, as in `/v1/nodes`. */
export function nodeGroup(scope: MetricsScope, labels: readonly string[]): Group {
  const [price, charged] = [sql`node.run_rate_legacy_hourly`, sql`node.workloads_hourly`];
  const own = {
    instance_type: sql`node.instance_type`,
    node_group: sql`node.node_group`,
    capacity_type: sql`node.capacity_type`,
    ...kubernetesLabels('node', labels),
  };
  return {
    ...nodeRows(scope),
    gauges: {
      costplane_node_cost_hourly: ['Price of a node per hour', price, own],
      costplane_node_unallocated_cost_hourly: [
        'What the price of a node is above the run rates of its pods, per hour',
        sql`${price} - ${charged}`,
      ],
      costplane_node_idle_cost_hourly: [
        'Cost per hour of what a node can allocate and nothing uses or requests',
        nodeIdleHourly,
      ],
      ...useGauges('node', 'requested', 'used', 'allocatable'),
    },
  };
}

const perCore = sql`node.compute_cpu_hourly / nullif(node.cpu_total_cores, 0)`;
const perGib = sql`node.compute_ram_hourly / nullif(node.memory_total_bytes, 0) * 1073741824`;
/** OpenCost has a price of 0 where there is no GPU, and dashboards add it to the others. */
const perGpu = sql`case when node.gpu_total = 0 then 0 else node.compute_gpu_hourly / node.gpu_total end`;

/** What nodes cost by the names of OpenCost: its prices are of a core, a GiB and a GPU. */
export function opencostNodes(scope: MetricsScope): Group[] {
  const nodes = nodeRows(scope);
  const own = {
    instance: sql`node.name`,
    instance_type: sql`node.instance_type`,
    region: sql`node.region`,
    provider_id: sql`node.provider_id`,
    arch: sql`node.architecture`,
  };
  const capacities = sql`cross join lateral (
    values ('cpu', 'core', node.cpu_total_cores), ('memory', 'byte', node.memory_total_bytes)
  ) as capacity (resource, unit, amount)`;
  const ofCapacity = { resource: sql`capacity.resource`, unit: sql`capacity.unit` };
  return [
    {
      ...nodes,
      labels: { ...nodes.labels, ...own },
      gauges: {
        node_total_hourly_cost: ['Price of a node per hour', sql`node.run_rate_legacy_hourly`],
        node_cpu_hourly_cost: ['Price of a core of a node per hour', perCore],
        node_ram_hourly_cost: ['Price of a GiB of memory of a node per hour', perGib],
        node_gpu_hourly_cost: ['Price of a GPU of a node per hour', perGpu],
      },
    },
    {
      ...nodeRows(scope, capacities),
      gauges: {
        kube_node_status_capacity: ['Capacity by resource', sql`capacity.amount`, ofCapacity],
      },
    },
  ];
}
