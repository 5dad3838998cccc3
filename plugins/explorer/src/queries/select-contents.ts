import { computedOnce, selectArchivedMonths } from '@costplane/plugin-api/listing';
import { type RawBuilder, sql } from 'kysely';
import { type Window } from '../question/window.ts';
import { type ExplorerScope, inScope, isVisible, scopeTables } from './explorer-scope.ts';
import { type Period } from './reading.ts';

/** What the ledger holds for a window. */
export interface Contents {
  readonly periods: readonly Period[];
  /** Months whose history was archived, `YYYY-MM`. */
  readonly archivedMonths: readonly string[];
}

/** The closed periods that overlap a window and have sums of at least one cluster, and archived months. */
export const selectContents = (
  scope: ExplorerScope,
  { start, end }: Window,
): RawBuilder<Contents> => sql<Contents>`
  with ${scopeTables(scope)} bill as ${computedOnce} (
    select cluster_id, first_day, last_day from cluster_periods as bill
    where ${inScope(scope, 'bill')} and first_day between ${firstOfMonth(start)}::date and ${end}::date
      and last_day >= ${start}::date
  ),
  period as materialized (select distinct first_day, last_day from bill),
  lacking as materialized (
    select cluster_id, first_day, last_day
    from (
      select cluster.id as cluster_id, period.first_day, period.last_day, false as has_sums
      from clusters as cluster cross join period where ${isVisible(scope, 'cluster', 'id')}
      union all
      select cluster_id, first_day, last_day, true from bill
    ) as known
    group by cluster_id, first_day, last_day having not bool_or(has_sums)
  ),
  -- Few clusters lack a period, so that few days are read.
  without as materialized (
    select distinct lacking.cluster_id, lacking.first_day, lacking.last_day
    from lacking join cluster_days as day on day.cluster_id = lacking.cluster_id
      and day.day between lacking.first_day and lacking.last_day
    where day.organization_id = ${scope.organizationId}
      and day.day between ${firstOfMonth(start)}::date and ${lastOfMonth(end)}::date
  )
  select (
    select coalesce(json_agg(json_build_object(
      'start', first_day::text, 'end', last_day::text, 'without', array(
        select cluster_id from without
        where without.first_day = period.first_day and without.last_day = period.last_day))), '[]')
    from period
  ) as periods,
  array(${selectArchivedMonths(scope.organizationId, { first: start, last: end })}) as ${sql.ref('archivedMonths')}`;

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

const lastOfMonth = (day: string) => {
  const [year, month] = day.split('-');
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10);
};
