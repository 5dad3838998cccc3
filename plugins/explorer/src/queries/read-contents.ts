import { selectArchivedMonths } from '@costplane/plugin-api/listing';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toMonth, type Window } from '../question/window.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope, inScope, isVisible, scopeTables } from './explorer-scope.ts';
import { readOne } from './read-one.ts';
import { type Period } from './reading.ts';

/** What the ledger holds for a window. */
export interface Contents {
  readonly periods: readonly Period[];
  /** Months whose history was archived, `YYYY-MM`. */
  readonly archivedMonths: readonly string[];
}

interface KnownPeriod extends Window {
  /** Number of clusters with sums of it. */
  readonly clusters: number;
}

/** The closed periods that overlap a window and have sums of at least one cluster, and archived months. */
export async function readContents(
  view: Kysely<ExplorerRows>,
  scope: ExplorerScope,
  window: Window,
): Promise<Contents> {
  const { known, clusters, archivedMonths } = await readOne(view, selectKnown(scope, window));
  const incomplete = known.filter((period) => period.clusters < clusters);
  const lacking =
    incomplete.length > 0
      ? (await selectLacking(scope, window, incomplete).execute(view)).rows
      : [];
  const periods = known.map(({ start, end }) => ({
    start,
    end,
    without: lacking
      .filter((period) => period.start === start && period.end === end)
      .map(({ cluster_id }) => cluster_id),
  }));
  return { periods, archivedMonths };
}

interface Known extends Pick<Contents, 'archivedMonths'> {
  readonly known: readonly KnownPeriod[];
  /** Number of clusters in the scope. */
  readonly clusters: number;
}

const selectKnown = (scope: ExplorerScope, { start, end }: Window): RawBuilder<Known> => sql<Known>`
  with ${scopeTables(scope)} period as materialized (
    select first_day, last_day, count(distinct cluster_id) as clusters from cluster_periods as bill
    where ${inScope(scope, 'bill')} and first_day between ${toMonth(start).start}::date and ${end}::date
      and last_day >= ${start}::date
    group by first_day, last_day
  )
  select (
    select coalesce(json_agg(json_build_object(
      'start', first_day::text, 'end', last_day::text, 'clusters', clusters)), '[]')
    from period
  ) as known,
  (select count(*)::integer from clusters as cluster where ${isVisible(scope, 'cluster', 'id')}) as clusters,
  array(${selectArchivedMonths(scope.organizationId, { first: start, last: end })}) as ${sql.ref('archivedMonths')}`;

interface Lacking extends Window {
  readonly cluster_id: string;
}

/** The clusters with days of a period, but without sums of it. */
const selectLacking = (
  scope: ExplorerScope,
  { start, end }: Window,
  periods: readonly Window[],
): RawBuilder<Lacking> => sql<Lacking>`
  with ${scopeTables(scope)} period as materialized (
    select first_day, last_day from unnest(
      ${periods.map((period) => period.start)}::date[],
      ${periods.map((period) => period.end)}::date[]) as period (first_day, last_day)
  ),
  lacking as materialized (
    select cluster_id, first_day, last_day
    from (
      select cluster.id as cluster_id, period.first_day, period.last_day, false as has_sums
      from clusters as cluster cross join period where ${isVisible(scope, 'cluster', 'id')}
      union all
      select cluster_id, first_day, last_day, true from cluster_periods as bill
      where ${inScope(scope, 'bill')} and (first_day, last_day) in (select first_day, last_day from period)
    ) as known
    group by cluster_id, first_day, last_day having not bool_or(has_sums)
  )
  select distinct lacking.first_day::text as start, lacking.last_day::text as end, lacking.cluster_id
  from lacking join cluster_days as day on day.cluster_id = lacking.cluster_id
    and day.day between lacking.first_day and lacking.last_day
  where day.organization_id = ${scope.organizationId}
    and day.day between ${toMonth(start).start}::date and ${toMonth(end).end}::date`;
