import { type RawBuilder, sql } from 'kysely';
import { type Family, keyBy, type MetricsScope, type Source } from '../exposition/family.ts';
import { inScope, joinCluster } from './in-scope.ts';

/** What recommendations, as `advice`, save per hour. One that costs more saves nothing. */
export const pendingSavings = sql`sum(greatest(advice.estimated_savings_hourly, 0))`;

/** The savings of what has pending recommendations, added up over what the labels name. */
export const savingsFamily = (scope: MetricsScope, thing: string, labels: Columns): Family => ({
  name: `costplane_${thing}_savings_potential_hourly`,
  help: `What pending recommendations for a ${thing} would save per hour`,
  source: savingsSource(scope, labels),
  value: sql`saving.hourly`,
});

type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

function savingsSource(scope: MetricsScope, labels: Columns): Source {
  const columns = Object.values(labels);
  return {
    rows: sql`(
        select advice.cluster_id, ${sql.join(Object.entries(labels).map(([name, column]) => sql`${column} as ${sql.id(name)}`))},
          concat_ws('/', ${sql.join(columns)}) as name, ${pendingSavings} as hourly
        from recommendations as advice
        where ${inScope(scope, 'advice')} and advice.status = 'pending'
        group by advice.cluster_id, ${sql.join(columns)}
      ) as saving
      ${joinCluster(scope, 'saving')}
      where true`,
    key: keyBy(sql`saving.cluster_id`, sql`saving.name`),
    labels: {
      cluster: sql`cluster.name`,
      ...Object.fromEntries(Object.keys(labels).map((name) => [name, sql.ref(`saving.${name}`)])),
    },
  };
}
