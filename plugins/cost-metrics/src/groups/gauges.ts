import { sql } from 'kysely';
import { nameLabel } from '../config.ts';
import { type Group, type Labels, ours, readValue } from '../write-metrics.ts';
import { inScope, joinCluster, type MetricsScope } from './scope.ts';

/** CPU and memory of what has pods, by their columns. */
export const useGauges = {
  cpu_requested_cores: 'cpu requested by running and pending pods, in cores',
  memory_requested_bytes: 'memory requested by running and pending pods, in bytes',
  cpu_used_cores: 'cpu used now, in cores',
  memory_used_bytes: 'memory used now, in bytes',
};
export const nodeGauges = {
  ...useGauges,
  cpu_allocatable_cores: 'cpu allocatable, in cores',
  memory_allocatable_bytes: 'memory allocatable, in bytes',
};

export type Resource = 'cpu' | 'ram' | 'gpu';

/** How much of a resource a row has: of `node`, `cpu` and `total` it is `node.cpu_total_cores`. */
export function amount(alias: string, resource: Resource, what: string) {
  const columns = { cpu: `cpu_${what}_cores`, ram: `memory_${what}_bytes`, gpu: `gpu_${what}` };
  return sql.ref(`${alias}.${columns[resource]}`);
}

/** What recommendations, as `advice`, save per hour. One that costs more saves nothing. */
export const pendingSavings = sql`sum(greatest(advice.estimated_savings_hourly, 0))`;

/** The savings of what has pending recommendations, added up by the columns that name it. */
export function savingsGroup(scope: MetricsScope, thing: string, labels: Labels): Group {
  const by = sql.join(['advice.cluster_id', ...Object.values(labels)].map(readValue));
  return {
    rows: sql`(
        select ${by}, ${pendingSavings} as hourly
        from recommendations as advice
        where ${inScope(scope, 'advice')} and advice.status = 'pending'
        group by ${by}
      ) as advice
      ${joinCluster(scope, 'advice')}`,
    labels: { cluster: 'cluster.name', ...labels },
    gauges: ours(thing, {
      savings_potential_hourly: ['Savings of pending recommendations per hour', 'advice.hourly'],
    }),
  };
}

/** The Kubernetes labels of things that the config allows. */
export function kubernetesLabels({ config }: MetricsScope, thing: string): Labels {
  const all = sql.ref(`${thing}.labels`);
  const read = (label: string) => [nameLabel(label), sql`${all} ->> ${label}::text`] as const;
  return Object.fromEntries(config.labels.map(read));
}
