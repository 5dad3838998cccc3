import { type RawBuilder, sql } from 'kysely';
import { clusterKeyNames, groupings, keysOf } from '../question/grouping.ts';
import { type MeasureName, measureNames } from '../question/measure.ts';
import { type Question } from '../question/question.ts';
import { daysIn } from '../question/window.ts';
import { areAllWorkloads, sumOfAllWorkloads } from './all-workloads.ts';
import { costRows, namedLike } from './cost-rows.ts';
import { type ExplorerScope, inWindow } from './explorer-scope.ts';
import { needsOf, shownMeasures } from './measures.ts';
import { sourceOfRows } from './source.ts';
import { producedOf, type SumName, sumNames, sumsOf } from './sums.ts';

/** Keys are text; measures are decimal text as shown, null where they are not known. */
export type CostRow = Readonly<Record<string, string | null>>;

/** Of the rows of all pages. Sums are cost × seconds, amounts are as shown. */
export interface RowsSummary {
  readonly row_count: number;
  readonly cluster_count: number;
  /** Of what `search` leaves. Null: no price is known. */
  readonly total: string | null;
  readonly total_cost: string | null;
  readonly average_daily_cost: string | null;
  readonly idle_cost: string | null;
  /** Of every row, whatever `search` says. */
  readonly grouped_total: string | null;
}

/** The summary, and beside it a row of the page; without rows there is the summary alone. */
export type GroupRow = RowsSummary & CostRow & { readonly is_row: boolean | null };

/**
 * Whether the measures of the page are read for its rows alone, by their uids: for all rows it is
 * only the sums that they are sorted by. Rows without a uid are few, and measured at once.
 */
export const isMeasuredApart = ({ groupBy, viewMode }: Question): boolean =>
  viewMode === 'detail' && groupings[groupBy].uid !== undefined;

/** The rows of the page in their order, and the summary of all. */
export function selectGroups(question: Question, scope: ExplorerScope): RawBuilder<GroupRow> {
  const { viewMode, window, page, perPage } = question;
  const wanted = sumsOfRows(question);
  const produced = producedOf(sumsOf(sourceOfRows(question), question), wanted);
  // A page far beyond the last has an offset that no integer of PostgreSQL holds.
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const isDetail = viewMode === 'detail';
  return sql<GroupRow>`
    with grouped as materialized (${costRows(question, scope, window, wanted)}),
    matching as (select * from grouped ${namedLike(question)}),
    summary as (${summary(question, scope, produced)}),
    cluster_name as (
      select distinct on (day.cluster_id) day.cluster_id, day.name
      from cluster_days as day
      where ${inWindow(scope, window, 'day')}
      order by day.cluster_id, day.day desc
    ),
    measured as (
      select cost.*, ${isDetail ? sql`cluster_name.name as ${sql.ref('clusterName')},` : sql``}
        ${shownMeasures(measureNames, produced)}
      from matching as cost cross join summary
      ${
        isDetail
          ? sql`left join cluster_name on cluster_name.cluster_id = cost.${sql.ref('clusterId')}`
          : sql``
      }
    ),
    page as (
      select * from measured order by ${order(question)} limit ${perPage} offset ${offset}
    )
    select summary.*, page.is_row, ${sql.join(shownColumns(question))}
    from summary left join (select true as is_row, * from page) as page on true
    order by ${order(question)}`;
}

const shownColumns = ({ groupBy, viewMode }: Question) =>
  [
    ...keysOf(groupBy, viewMode),
    ...(viewMode === 'detail' ? clusterKeyNames : []),
    ...measureNames,
  ].map((name) => sql.ref(name));

/** What is summed up of every row: one sum less, of 20,000 workloads, is a third of the time. */
function sumsOfRows(question: Question): readonly SumName[] {
  if (!isMeasuredApart(question)) return sumNames;
  const idle: readonly SumName[] = areAllWorkloads(question) ? [] : ['idle'];
  const needed: readonly SumName[] = ['total', ...needsOf(question.sortBy), ...idle];
  return sumNames.filter((name) => needed.includes(name));
}

function summary(question: Question, scope: ExplorerScope, produced: readonly SumName[]) {
  const { viewMode, window } = question;
  const clusters =
    viewMode === 'detail'
      ? sql`select distinct ${sql.ref('clusterId')} from matching`
      : sql`select distinct id from matching, unnest(cluster_ids) as id`;
  // Nothing costs nothing; with rows of which no price is known, neither is the sum.
  const orNothing = (sum: RawBuilder<unknown>) =>
    sql`case when count(*) = 0 then 0 else ${sum} end`;
  const total = orNothing(sql`sum(total)`);
  const idle =
    question.costMode === 'workload_only'
      ? sql`null::numeric`
      : sql`round(${orNothing(idleOf(question, scope, produced))} / 3600, 4)`;
  return sql`
    select count(*) as row_count,
      (select count(*) from (${clusters}) as cluster) as cluster_count,
      ${total} as total,
      round(${total} / 3600, 4) as total_cost,
      round(${total} / 3600 / ${daysIn(window)}::integer, 4) as average_daily_cost,
      ${idle} as idle_cost,
      (select sum(total) from grouped) as grouped_total
    from matching`;
}

const idleOf = (question: Question, scope: ExplorerScope, produced: readonly SumName[]) =>
  produced.includes('idle')
    ? sql`sum(idle)`
    : sql`(select idle
        from (${sumOfAllWorkloads(question, scope, question.window, 'idle')}) as workloads)`;

/** By the field, what has none last; ties by the group's name, then by what tells its rows apart. */
function order({ groupBy, viewMode, sortBy, sortOrder }: Question): RawBuilder<unknown> {
  const direction = sortOrder === 'asc' ? sql`asc` : sql`desc`;
  const ties = [...keysOf(groupBy, viewMode), ...(viewMode === 'detail' ? ['clusterId'] : [])];
  return sql.join([
    sql`${sortable(sortBy)} ${direction} nulls last`,
    ...ties.map((key) => sql`${sortable(key)} nulls last`),
  ]);
}

/** Text is compared by its characters, whatever the language of the database. */
const sortable = (field: string) =>
  isText(field) ? sql`${sql.ref(field)} collate "C"` : sql.ref(field);

const isText = (field: string) =>
  !measureNames.includes(field as MeasureName) &&
  !['workloadUid', 'podUid', 'nodeUid', 'clusterId'].includes(field);
