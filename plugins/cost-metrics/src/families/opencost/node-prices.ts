import { type RawBuilder, sql } from 'kysely';
import { type Family, type MetricsScope, type Source } from '../../exposition/family.ts';
import { nodeSource } from '../node-families.ts';

const perCore = sql`node.compute_cpu_hourly / nullif(node.cpu_total_cores, 0)`;
const perGib = sql`node.compute_ram_hourly / nullif(node.memory_total_bytes, 0) * 1073741824`;
/** OpenCost has a price of 0 where there is no GPU, and dashboards add it to the others. */
const perGpu = sql`case when node.gpu_total = 0 then 0 else node.compute_gpu_hourly / node.gpu_total end`;

/** What nodes cost by the names of OpenCost: its prices are of a core, a GiB and a GPU. */
export function nodePrices(scope: MetricsScope): Family[] {
  const nodes = nodeSource(scope, {
    cluster: sql`cluster.name`,
    instance: sql`node.name`,
    node: sql`node.name`,
    instance_type: sql`node.instance_type`,
    region: sql`node.region`,
    provider_id: sql`node.provider_id`,
    arch: sql`node.architecture`,
  });
  const family = (name: string, help: string, value: RawBuilder<unknown>): Family => ({
    name,
    help,
    source: nodes,
    value,
  });
  return [
    family('node_total_hourly_cost', 'Price of a node per hour', sql`node.run_rate_legacy_hourly`),
    family('node_cpu_hourly_cost', 'Price of a core of a node per hour', perCore),
    family('node_ram_hourly_cost', 'Price of a GiB of memory of a node per hour', perGib),
    family('node_gpu_hourly_cost', 'Price of a GPU of a node per hour', perGpu),
    family('node_gpu_count', 'GPUs of a node', sql`node.gpu_total`),
    family('kubecost_node_is_spot', 'Whether a node is spot capacity', sql`node.is_spot::integer`),
    {
      name: 'kube_node_status_capacity',
      help: 'Capacity of a node by resource',
      source: capacities(scope),
      value: sql`capacity.amount`,
    },
  ];
}

const capacities = (scope: MetricsScope): Source => {
  const nodes = nodeSource(
    scope,
    {
      cluster: sql`cluster.name`,
      node: sql`node.name`,
      resource: sql`capacity.resource`,
      unit: sql`capacity.unit`,
    },
    sql`cross join lateral (
      values ('cpu', 'core', node.cpu_total_cores), ('memory', 'byte', node.memory_total_bytes)
    ) as capacity (resource, unit, amount)`,
  );
  return { ...nodes, key: [...nodes.key, { column: sql`capacity.resource`, type: 'text' }] };
};
