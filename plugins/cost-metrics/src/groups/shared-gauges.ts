import { sql } from 'kysely';
import { type Gauges, type Group, ours } from '../exposition/group.ts';
import { inScope, joinCluster, labelRows, type MetricsScope } from './scope.ts';

const measures = {
  requested: 'requested by running and pending pods',
  used: 'used now',
  allocatable: 'allocatable',
} as const;

/** CPU and memory of the rows of a group, whose alias is what they are of. */
export const useGauges = (thing: string, ...shown: readonly (keyof typeof measures)[]): Gauges =>
  Object.fromEntries(
    shown.flatMap((measure) =>
      [`cpu_${measure}_cores`, `memory_${measure}_bytes`].map((column) => {
        const [resource = '', , unit] = column.split('_');
        const help = `${resource} ${measures[measure]}, in ${unit}`;
        return [column, [help, sql.ref(`${thing}.${column}`)]];
      }),
    ),
  );

/** What recommendations, as `advice`, save per hour. One that costs more saves nothing. */
export const pendingSavings = sql`sum(greatest(advice.estimated_savings_hourly, 0))`;

/** The savings of what has pending recommendations, added up by their columns, by labels. */
export function savingsGroup(
  scope: MetricsScope,
  thing: string,
  columns: Readonly<Record<string, string>>,
): Group {
  const by = Object.values(columns).map((column) => sql.ref(`advice.${column}`));
  return {
    rows: sql`(
        select advice.cluster_id, ${sql.join(by)}, ${pendingSavings} as hourly
        from recommendations as advice
        where ${inScope(scope, 'advice')} and advice.status = 'pending'
        group by advice.cluster_id, ${sql.join(by)}
      ) as saving
      ${joinCluster(scope, 'saving')}`,
    labels: labelRows('saving', columns),
    gauges: ours(thing, {
      savings_potential_hourly: ['Savings of pending recommendations per hour', sql`saving.hourly`],
    }),
  };
}
