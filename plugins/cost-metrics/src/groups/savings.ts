import { type RawBuilder, sql } from 'kysely';
import { type Group } from '../exposition/group.ts';
import { inScope, joinCluster, type MetricsScope } from './scope.ts';

/** What recommendations, as `advice`, save per hour. One that costs more saves nothing. */
export const pendingSavings = sql`sum(greatest(advice.estimated_savings_hourly, 0))`;

/** The savings of what has pending recommendations, added up over what the labels name. */
export function savingsGroup(
  scope: MetricsScope,
  thing: string,
  labels: Readonly<Record<string, RawBuilder<unknown>>>,
): Group {
  const columns = Object.entries(labels).map(([name, column]) => sql`${column} as ${sql.id(name)}`);
  const named = Object.keys(labels).map((name) => [name, sql.ref(`saving.${name}`)] as const);
  return {
    rows: sql`(
        select advice.cluster_id, ${sql.join(columns)}, ${pendingSavings} as hourly
        from recommendations as advice
        where ${inScope(scope, 'advice')} and advice.status = 'pending'
        group by advice.cluster_id, ${sql.join(Object.values(labels))}
      ) as saving
      ${joinCluster(scope, 'saving')}`,
    order: sql.join([sql`saving.cluster_id`, ...named.map(([, column]) => column)]),
    labels: { cluster: sql`cluster.name`, ...Object.fromEntries(named) },
    gauges: {
      [`costplane_${thing}_savings_potential_hourly`]: [
        `What pending recommendations for a ${thing} would save per hour`,
        sql`saving.hourly`,
      ],
    },
  };
}
