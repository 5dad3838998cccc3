import { sql } from 'kysely';
import { nameLabel } from '../config.ts';
import { type Group, type Labels, ours, readValue } from '../write-metrics.ts';
import { inScope, joinCluster, type MetricsScope } from './scope.ts';

/** CPU and memory gauges by column; namespaces, workloads and nodes all have them. */
export const useGauges = {
  cpu_requested_cores: 'CPU requested by running and pending pods, in cores',
  memory_requested_bytes: 'Memory requested by running and pending pods, in bytes',
  cpu_used_cores: 'CPU in use now, in cores',
  memory_used_bytes: 'Memory in use now, in bytes',
};
export const nodeGauges = {
  ...useGauges,
  cpu_allocatable_cores: 'Allocatable CPU, in cores',
  memory_allocatable_bytes: 'Allocatable memory, in bytes',
};

export type Resource = 'cpu' | 'ram' | 'gpu';

/** The column of a resource: `node`, `cpu` and `total` give `node.cpu_total_cores`. */
export function amount(alias: string, resource: Resource, what: string) {
  const columns = { cpu: `cpu_${what}_cores`, ram: `memory_${what}_bytes`, gpu: `gpu_${what}` };
  return sql.ref(`${alias}.${columns[resource]}`);
}

/** Hourly savings of the recommendations in `advice`. One that raises the cost counts as 0. */
export const pendingSavings = sql`sum(greatest(advice.estimated_savings_hourly, 0))`;

/** Savings of pending recommendations, grouped by the columns of the labels. */
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

/** The Kubernetes labels that the config allows. */
export function kubernetesLabels({ config }: MetricsScope, thing: string): Labels {
  const all = sql.ref(`${thing}.labels`);
  const read = (label: string) => [nameLabel(label), sql`${all} ->> ${label}::text`] as const;
  return Object.fromEntries(config.labels.map(read));
}
