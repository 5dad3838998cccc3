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
  with bill as (
    select cluster_id, first_day, last_day from cluster_periods as bill
    where ${inScope(scope, 'bill')} and first_day <= ${end}::date
      and first_day >= date_trunc('month', ${start}::date)::date and last_day >= ${start}::date
  )
  select ${setSession}, (
    select coalesce(json_agg(json_build_object(
      'start', first_day::text, 'end', last_day::text, 'without', array(
        select day.cluster_id from cluster_days as day
        where ${inScope(scope, 'day')} and day.day between period.first_day and period.last_day
          and not exists (
            select from bill where bill.cluster_id = day.cluster_id
              and bill.first_day = period.first_day and bill.last_day = period.last_day)
        group by day.cluster_id
      ))), '[]')
    from (select distinct first_day, last_day from bill) as period
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
