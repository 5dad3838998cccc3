import { type RawBuilder, sql } from 'kysely';
import { type Window } from '../question/window.ts';
import { type ExplorerScope, inScope } from './explorer-scope.ts';
import { type Period } from './reading.ts';

/** What a view of the ledger is prepared with. */
export interface Prepared {
  readonly periods: readonly Period[];
}

/**
 * Closed periods that a window has days of, of which the ledger has the sums of any cluster, with the settings
 * of the session: both in one statement, which the statements of the question follow.
 */
export const prepareView = (
  scope: ExplorerScope,
  { start, end }: Window,
): RawBuilder<Prepared> => sql<Prepared>`
  with bill as materialized (
    select cluster_id, first_day, last_day from cluster_periods as bill
    where ${inScope(scope, 'bill')} and first_day <= ${end}::date
      and first_day >= date_trunc('month', ${start}::date)::date and last_day >= ${start}::date
  ),
  period as materialized (select distinct first_day, last_day from bill),
  lacking as materialized (
    select distinct period.first_day, period.last_day, day.cluster_id
    from cluster_days as day
    join period on day.day between period.first_day and period.last_day
    where ${inScope(scope, 'day')} and (day.cluster_id, period.first_day, period.last_day) not in (
      select cluster_id, first_day, last_day from bill)
  ),
  described as materialized (
    select first_day, last_day,
      coalesce(json_agg(cluster_id) filter (where cluster_id is not null), '[]') as without
    from period left join lacking using (first_day, last_day)
    group by first_day, last_day
  )
  select ${setSession}, (
    select coalesce(json_agg(json_build_object(
      'start', first_day::text, 'end', last_day::text, 'without', without)), '[]')
    from described
  ) as periods`;

/**
 * What holds every plan to one whose time grows with the rows that it reads, whatever the planner
 * takes a window and filters to leave: facts are read in one go, joined by hash and added up by
 * hash. A plan made for any values, as a prepared statement gets after a few uses, knows still less.
 */
const setSession = sql.join(
  Object.entries({
    plan_cache_mode: 'force_custom_plan',
    enable_nestloop: 'off',
    enable_mergejoin: 'off',
    enable_indexscan: 'off',
    enable_sort: 'off',
    work_mem: '64MB',
  }).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
);
