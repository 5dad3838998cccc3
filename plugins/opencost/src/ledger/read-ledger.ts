import { type None, type RequestContext } from '@costplane/plugin-api';
import {
  anyOf,
  isOutsideMonths,
  selectArchivedMonths,
  splitLedger,
} from '@costplane/plugin-api/listing';
import { toTimestamp } from '@costplane/plugin-api/schema';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Filter, matches } from '../question/filter.ts';
import { type AllocationQuery, invalidParameter } from '../question/parameters.ts';
import { ceilTo, dayMs, type Sets, type Window } from '../question/window.ts';
import { ledgerTables, type Source, sources } from '../tables.ts';
import { figureColumns, type FigureName, figureNames, type Figures, nothing } from './figures.ts';

/** The parts of a request that determine which costs are read. */
export type Caller = Pick<
  RequestContext<None, None, None, unknown>,
  'ledger' | 'organization' | 'allowedClusters' | 'now'
>;

/** A consistent state of the ledger, for the sets of one request. */
export type View = Awaited<ReturnType<typeof openView>>;

export const readLedger = <T>(caller: Caller, sets: Sets, read: (view: View) => Promise<T>) =>
  caller.ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => read(await openView(db, caller, sets)));

/** Condition: the caller may read the row, aliased `fact`. */
function isInScope({ organization: { id }, allowedClusters }: Caller) {
  // Cluster ids are given, since the index is by organization, cluster and time.
  const clusters = allowedClusters
    ? anyOf(allowedClusters, 'uuid')
    : sql`any(array(select id from clusters where organization_id = ${id}))`;
  return sql`fact.organization_id = ${id} and fact.cluster_id = ${clusters}`;
}

/** Whether the first day that is read by the hour has no hours, which are not kept as long as days. */
export async function lacksHours(caller: Caller, { sets, end }: Sets): Promise<boolean> {
  const isCut = (instant: number) => instant % dayMs !== 0;
  // If sets begin within days, all days are read by the hour.
  const starts = sets.map((set) => set.start);
  const first = starts.slice(1).some(isCut) ? starts.slice(0, 1) : [];
  const cuts = [...first, ...[...starts, end].filter(isCut)];
  if (cuts.length === 0) return false;
  const days = await sql<{ day: string | null }>`
    select min(fact.day)::text as day from cluster_days as fact
    where ${isInScope(caller)} and fact.day = any(${cuts.map(toTime)}::date[])`.execute(
    caller.ledger,
  );
  const [{ day } = { day: null }] = days.rows;
  if (day === null) return false;
  const hours = await sql`
    select from cluster_hours as fact
    where ${isInScope(caller)} and fact.hour >= ${day}::date and fact.hour < ${day}::date + 1
    limit 1`.execute(caller.ledger);
  return hours.rows.length === 0;
}

async function openView(db: Kysely<None>, caller: Caller, { sets, start, end }: Sets) {
  const { organization, now } = caller;
  const organizationId = organization.id;
  const inScope = isInScope(caller);
  // Facts are joined and aggregated by hash, even if the planner underestimates their number.
  await sql`select set_local('enable_nestloop', 'off'), set_local('enable_mergejoin', 'off'),
    set_local('work_mem', '64MB')`.execute(db);
  const days = { first: toTime(start).slice(0, 10), last: toTime(end - 1).slice(0, 10) };
  const archived = await selectArchivedMonths(organizationId, days).execute(db);
  const months = archived.rows.map(({ month }) => month);
  const warning = months.length > 0 && {
    warning: `the history of ${months.join(', ')} was archived and is not included`,
  };
  const { rows } = await sql<Window>`
    select
      coalesce(extract(epoch from min(lower(fact.covered))) * 1000, ${start})::float8 as start,
      coalesce(extract(epoch from max(upper(fact.covered))) * 1000, ${end})::float8 as end
    from cluster_days as fact
    where ${inScope} and fact.day >= ${toTime(start)}::date
      and fact.day <= ${toTime(end - 1)}::date
      and ${isOutsideMonths(sql`fact.day::timestamp`, months)}`.execute(db);
  /** The part of the sets that has history; all of it if there is none. */
  const [covered = { start, end }] = rows;
  // The future has no rows, so that today can be read as a whole day.
  const last = end > now.getTime() ? ceilTo(dayMs, end) : end;
  const cutsDays = sets.some((set) => set.start > start && set.start % dayMs !== 0);
  const parts = splitLedger(new Date(start), new Date(last), !cutsDays, months);
  return { db, organizationId, inScope, sets, parts, covered, warning };
}

/** RFC 3339 in whole seconds, UTC. */
export const toTime = (instant: number) => toTimestamp(new Date(instant));

/** The sums of all units of a set with the same values. */
export type Row = Figures & {
  readonly name: string;
  readonly values: readonly string[];
  /** The name of the cluster, if there is only one. */
  readonly cluster: string | null;
  /** Number of rows that it sums. */
  readonly count: number;
};
const empty: Row = { ...nothing, name: '', values: [], cluster: null, count: 0 };

type Selection = Partial<Pick<AllocationQuery, 'shareIdle' | 'offset' | 'limit'>> & {
  readonly filter?: Filter | undefined;
  readonly readsNode?: boolean;
};

/** Bounds the response, which is built in memory and at once. */
const maxRows = 20_000;

/**
 * Sums the units of a source by values of `unit`, `cluster`, `owner` and `node`. Returns, by the index of a
 * set, the total of its rows, and its rows from the offset on, most expensive first.
 */
export async function selectRows(
  view: View,
  source: Source,
  values: readonly RawBuilder<unknown>[],
  { filter, readsNode = false, shareIdle = false, offset = 0, limit = maxRows + 1 }: Selection = {},
) {
  const direct = sql`cpu + memory + gpu + storage + management`;
  const cost = shareIdle ? sql`${direct} + idle` : direct;
  const sums = readFigures((name) => sql`sum(${sql.ref(name)})`);
  const { rows } = await sql<Row & { readonly set_number: number }>`
    with named as (
      select unit.*, cluster.name as cluster,
        array[${sql.join(values)}]::text[] as values
      from (${selectUnits(source, view)}) as unit
      join clusters as cluster on cluster.organization_id = ${view.organizationId}
        and cluster.id = unit.cluster_id
      ${joinNames(source, view, readsNode)}
      where ${matches(filter)}
    ),
    total as (
      select set_number, array_to_string(values, '/') as name, min(values) as values,
        case when min(cluster) = max(cluster) then min(cluster) end as cluster, 1 as count, ${sums}
      from named group by set_number, array_to_string(values, '/')
    ),
    ranked as (
      select *, row_number() over (
        partition by set_number order by ${cost} desc, name collate "C"
      ) as position
      from total
      union all
      select set_number, null, null, null, count(*)::integer, ${sums}, 0
      from total group by set_number
    )
    select set_number, name, values, cluster, count,
      ${readFigures((name) => sql`(${sql.ref(name)} / 3600)::float8`)}
    from ranked
    where position = 0 or (position > ${offset} and position <= ${offset + limit})
    order by set_number, position
    limit ${maxRows + view.sets.length + 1}`.execute(view.db);
  if (rows.length > maxRows + view.sets.length) {
    const what = `has more than ${maxRows} rows: shorten it, or ask for fewer rows or sets`;
    throw invalidParameter('window', what);
  }
  const bySet = Map.groupBy(rows, (row) => row.set_number);
  return (index: number) => {
    const [total = empty, ...setRows] = bySet.get(index + 1) ?? [];
    return { total, rows: setRows };
  };
}

const readFigures = (read: (name: FigureName) => RawBuilder<unknown>) =>
  sql.join(figureNames.map((name) => sql`${read(name)} as ${sql.ref(name)}`));

/** The sums of a source by set (from 1), cluster and the keys of its rows; unknown figures are 0. */
function selectUnits(source: Source, { inScope, parts, sets }: View) {
  const declared = Object.keys(ledgerTables[`${source}_days`] ?? {});
  const columns = ['cluster_id', ...Object.keys(sources[source])];
  const keys = sql.join(columns.map((column) => sql.ref(`fact.${column}`)));
  const sums = readFigures((name) => {
    const owned = figureColumns[name].filter((column) => declared.includes(column));
    const known = owned.map((column) => sql`coalesce(sum(${sql.ref(`fact.${column}`)}), 0)`);
    return sql.join([sql`0`, ...known], sql` + `);
  });
  const starts = sets.map((set) => toTime(set.start));
  const partQueries = parts.map(
    ({ unit, unitStart, isWithin }) => sql`
      select width_bucket(${unitStart}, ${starts}::timestamptz[]) as set_number, ${keys}, ${sums}
      from ${sql.table(`${source}_${unit}s`)} as fact
      where ${inScope} and ${isWithin}
      group by set_number, ${keys}`,
  );
  return sql.join(partQueries, sql` union all `);
}

/** Joins the names of the owners of a source and of their nodes, as `owner` and `node`. */
function joinNames(source: Source, view: View, readsNode: boolean) {
  if (source === 'cluster' || source === 'node') return sql``;
  if (source === 'namespace') return sql`cross join lateral (select unit.namespace) as owner`;
  const node = sql`
    left join (
      select cluster_id, node_uid, max(name) as name
      from (${selectUnits('node', view)}) as unit group by cluster_id, node_uid
    ) as node on node.cluster_id = unit.cluster_id and node.node_uid = unit.node_uid`;
  return sql`
    join owner_descriptions as owner on owner.organization_id = ${view.organizationId}
      and owner.cluster_id = unit.cluster_id and owner.id = unit.description_id
    ${source === 'container' && readsNode ? node : sql``}`;
}
