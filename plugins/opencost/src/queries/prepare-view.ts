import { type RawBuilder, sql } from 'kysely';
import { type Window } from '../question/window.ts';
import { toDay } from './reading.ts';
import { inScope, type Scope } from './scope.ts';

/** What a view of the ledger is prepared with. */
export interface Prepared {
  /** Closed periods within the window of which the ledger has the sums of every cluster. */
  readonly periods: readonly { readonly first_day: string; readonly last_day: string }[];
  /** When the history of the days of the window begins and ends, in seconds since 1970. */
  readonly began: string | null;
  readonly ended: string | null;
}

/** Both in one statement, with the settings of the session. */
export const prepareView = (scope: Scope, { start, end }: Window): RawBuilder<Prepared> => {
  const [first, last] = [toDay(start), toDay(end - 1)];
  return sql<Prepared>`
    with bill as (
      select cluster_id, first_day, last_day from cluster_periods as bill
      where ${inScope(scope, 'bill')} and first_day >= ${first}::date and last_day <= ${last}::date
    ),
    day as materialized (
      select cluster_id, day, lower(covered) as began, upper(covered) as ended
      from cluster_days as day
      where ${inScope(scope, 'day')} and day between ${first}::date and ${last}::date
    )
    select ${setSession},
      extract(epoch from (select min(began) from day)) as began,
      extract(epoch from (select max(ended) from day)) as ended,
      (
        select coalesce(json_agg(json_build_object(
          'first_day', first_day::text, 'last_day', last_day::text)), '[]')
        from (select distinct first_day, last_day from bill) as period
        where not exists (
          select from day where day.day between period.first_day and period.last_day
            and not exists (
              select from bill where bill.cluster_id = day.cluster_id
                and bill.first_day = period.first_day and bill.last_day = period.last_day))
      ) as periods`;
};

/** Facts are read in one go, joined by hash and added up by hash, whatever the planner expects. */
const setSession = sql.join(
  Object.entries({
    plan_cache_mode: 'force_custom_plan',
    enable_nestloop: 'off',
    enable_mergejoin: 'off',
    work_mem: '64MB',
  }).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
);
