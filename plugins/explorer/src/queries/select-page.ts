import { type RawBuilder, sql } from 'kysely';
import { maxPerPage } from '../question/body-schema.ts';
import { clusterKeyNames } from '../question/grouping.ts';
import { type MeasureName, measureNames } from '../question/measure.ts';
import { type Question } from '../question/question.ts';
import { daysIn } from '../question/window.ts';
import { computedOnce } from './computed-once.ts';
import { type ExplorerScope, scopeTables } from './explorer-scope.ts';
import { orderingSum, requiredSums, shownMeasure, shownMeasures } from './measures.ts';
import { type Reading } from './reading.ts';
import { selectFacts, selectLastSeen, rowsHaveAll, sourceOfAll, sourceOfRows } from './source.ts';
import {
  listNames,
  type SumName,
  sumNames,
  addColumns,
  buildSums,
  zeroWithoutFacts,
} from './sums.ts';
import {
  isEveryUnitARow,
  isRowPerUnit,
  keysOfLists,
  shownKey,
  unitColumns,
  unitTables,
} from './units.ts';

/** Keys as text, measures as rounded decimal text; null when unknown. */
export type CostRow = Readonly<Record<string, string | null>>;

/** Totals over the rows of all pages. `total` is in cost × seconds, amounts are rounded. */
export interface RowsSummary {
  readonly row_count: number;
  readonly cluster_count: number;
  /** Null if no price is known. */
  readonly total: string | null;
  readonly total_cost: string | null;
  readonly average_daily_cost: string | null;
  readonly idle_cost: string | null;
  readonly unallocated_cost: string | null;
}

/** Bound for the rows of a page: 10,000 rows with three annotations could be 120 MB. */
export const maxRowBytesPerPage = 16 * 2 ** 20;

export interface Page extends RowsSummary {
  /** Values of `listColumns`; null if they exceed `maxRowBytesPerPage`. */
  readonly rows: readonly (readonly (string | null)[])[] | null;
  /** The units of the rows, as JSON for `joinUnits`. */
  readonly units: string;
}

/**
 * Whether a second statement loads the measures of the page. Then the first one computes only the sums
 * that totals and order need. Rows without a uid are few, and a page of thousands has most of the rows
 * that there are, so that one statement computes everything.
 */
export const loadsMeasuresSeparately = ({ grouping, perPage }: Question): boolean =>
  grouping.hasUid && perPage <= maxPerPage;

/** The rows of the page in order, and the totals of all rows. */
export function selectPage(
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
): RawBuilder<Page> {
  const { viewMode, page, perPage } = question;
  const wanted = sumsOfRows(question);
  const produced = listNames(buildSums(sourceOfRows(question), question, wanted));
  // The offset of a page far beyond the last would exceed PostgreSQL's bigint.
  const offset = Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER);
  const isDetail = viewMode === 'detail';
  return sql<Page>`
    with ${scopeTables(scope)} ${unitTables(question, scope, reading, wanted, candidates(question, produced, offset))},
    grouped as ${grouped(question, produced)},
    summary as materialized (${summary(question, scope, reading, produced)}),
    cluster_name as (
      select cluster_id as ${sql.ref('clusterId')}, name as ${sql.ref('clusterName')}
      from (${selectLastSeen('cluster', ['cluster_id'], ['name'], scope, reading)}) as cluster
    ),
    page as materialized (
      select row_number() over () as position, cost.*, ${shownMeasures(produced, totalOfAll)}
      from (
        select * from (
          select * from grouped
          ${isDetail ? sql`join cluster_name using (${sql.ref('clusterId')})` : sql``}
        ) as cost
        order by ${order(question, produced)} limit ${perPage} offset ${offset}
      ) as cost
    )
    select summary.*, (${rowsAsJson(question)}) as rows,
      ${loadsMeasuresSeparately(question) ? sql`(${unitsAsJson(question)})` : sql`null`} as units
    from summary`;
}

const totalOfAll = sql`(select total from summary)`;

/**
 * The units that may be on the page or before it, if every unit is a row: those up to the end of the
 * page by their sum, and those that round to the same amount, whose order depends on names.
 */
function candidates(
  question: Question,
  produced: readonly SumName[],
  offset: number,
): RawBuilder<unknown> | undefined {
  const { sortBy, sortOrder, perPage } = question;
  const by = orderingSum(sortBy);
  if (!by || !isEveryUnitARow(question) || !produced.includes(by.sum)) return undefined;
  const sum = sql.ref(by.sum);
  const last = sql`(
    select ${sum} from unit order by ${sum} ${sql.raw(sortOrder)} nulls last
    limit 1 offset ${Math.min(offset + perPage - 1, Number.MAX_SAFE_INTEGER)})`;
  const isBefore =
    sortOrder === 'asc'
      ? sql`${sum} <= ${last} + ${by.slack}::numeric`
      : sql`${sum} >= ${last} - ${by.slack}::numeric`;
  return sql`select * from unit where coalesce(${isBefore}, true)`;
}

function grouped(question: Question, produced: readonly SumName[]): RawBuilder<unknown> {
  if (isRowPerUnit(question)) return sql`not materialized (select * from matching)`;
  const keys = sql.join(rowKeys(question).map((key) => sql.ref(key)));
  const sums = produced.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);
  const once = question.viewMode === 'detail' ? computedOnce : sql`materialized`;
  return sql`${once} (select ${keys}, ${sql.join(sums)} from matching group by ${keys})`;
}

/** The columns that identify a row. */
const rowKeys = ({ grouping, viewMode }: Question): readonly string[] => [
  ...grouping.keys[viewMode],
  ...(viewMode === 'detail' ? ['clusterId'] : []),
];

/** The columns of a page's rows: keys, and measures unless they are loaded separately. */
export const listColumns = (question: Question): readonly string[] => [
  ...question.grouping.keys[question.viewMode],
  ...(question.viewMode === 'detail' ? clusterKeyNames : []),
  ...(loadsMeasuresSeparately(question) ? [] : measureNames),
];

/** Values are text, since numbers would lose digits when JSON is parsed. */
function rowsAsJson(question: Question): RawBuilder<unknown> {
  const values = listColumns(question).map((name) => sql`${shownKey(name)}::text`);
  return sql`
    select case when coalesce(sum(octet_length(shown::text)), 0) <= ${maxRowBytesPerPage}::integer
      then coalesce(json_agg(shown order by position), '[]') end
    from (select position, array_to_json(array[${sql.join(values)}]) as shown from page) as one`;
}

function unitsAsJson(question: Question): RawBuilder<unknown> {
  const columns = ['position', ...unitColumns(question)].map((name) => sql.ref(name));
  const keys = rowKeys(question).map((key) => sql.ref(key));
  const units = isRowPerUnit(question)
    ? sql`page`
    : sql`matching join page using (${sql.join(keys)})`;
  return sql`
    select json_agg(page_units)::text
    from (select ${sql.join(columns)} from ${units}) as page_units`;
}

/** The sums that are computed for every row: few, which halves the time for 100,000 containers. */
function sumsOfRows(question: Question): readonly SumName[] {
  if (!loadsMeasuresSeparately(question)) return sumNames;
  const needed: readonly SumName[] = ['total', 'idle', ...requiredSums(question.sortBy)];
  return sumNames.filter((name) => needed.includes(name));
}

function summary(
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  produced: readonly SumName[],
) {
  const days = daysIn(question.window);
  const idle = produced.includes('idle') ? sql`sum(idle)` : sql`null::numeric`;
  return sql`
    select *, round(total / 3600, 4) as total_cost,
      round(total / 3600 / ${days}::integer, 4) as average_daily_cost,
      round(idle / 3600, 4) as idle_cost,
      ${unallocated(question, scope, reading)} as unallocated_cost
    from (
      select coalesce(sum(row_count), 0)::bigint as row_count, ${clusterCount(question)} as cluster_count,
        ${zeroWithoutRows(sql`sum(total)`)} as total,
        ${produced.includes('idle') ? zeroWithoutRows(sql`sum(idle)`) : sql`null::numeric`} as idle
      from (
        select count(*) as row_count, sum(total) as total, ${idle} as idle
        ${rowsByCluster(question)}
      ) as part
    ) as sums`;
}

/** 0 without rows; the sum, which is null if no price is known, otherwise. */
const zeroWithoutRows = (sum: RawBuilder<unknown>) =>
  sql`case when coalesce(sum(row_count), 0) = 0 then 0 else ${sum} end`;

/** Rows are summed per cluster first, if they have one. */
function rowsByCluster(question: Question): RawBuilder<unknown> {
  if (question.viewMode === 'grouped') return sql`from grouped`;
  return isEveryUnitARow(question)
    ? sql`from unit group by cluster_id`
    : sql`from grouped group by ${sql.ref('clusterId')}`;
}

const clusterCount = ({ viewMode }: Question): RawBuilder<unknown> =>
  viewMode === 'detail'
    ? sql`count(*)`
    : sql`(select count(*) from (select distinct ${sql.ref('clusterId')} from matching) as cluster)`;

/**
 * Cost without a row in the grouping, regardless of `search`: everything that matches the filters less
 * the sum of the rows. Both are rounded first, so that the displayed amounts add up exactly.
 */
function unallocated(
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
): RawBuilder<unknown> {
  const source = sourceOfAll(question);
  const { total = [] } = buildSums(source, question, ['total']);
  const all = rowsHaveAll(question)
    ? sql`select ${zeroWithoutFacts(sql`sum(total)`)} from unit`
    : sql`select ${zeroWithoutFacts(addColumns(total))}
        ${selectFacts(source, question, scope, reading, { keys: [], amounts: total })}`;
  return sql`round((${all}) / 3600, 4)
    - round(coalesce(${question.search === undefined ? sql`total` : sql`(select sum(total) from named)`}, 0) / 3600, 4)`;
}

/**
 * By the field, rows without a value last; ties by the group's name, then by the other keys, finally
 * by the stored lists: the team `a, b` reads like the teams `a` and `b`.
 */
function order(question: Question, produced: readonly SumName[]): RawBuilder<unknown> {
  const { sortBy, sortOrder, grouping } = question;
  const key = grouping.labels.find(({ text }) => text === sortBy)?.column ?? sortBy;
  const field = isMeasure(sortBy) ? shownMeasure(sortBy, produced, totalOfAll) : keyOrder(key);
  return sql.join([
    sql`${field} ${sortOrder === 'asc' ? sql`asc` : sql`desc`} nulls last`,
    ...rowKeys(question).map((key) => sql`${keyOrder(key)} nulls last`),
    ...rowKeys(question)
      .filter((key) => keysOfLists.includes(key))
      .map((key) => sql.ref(key)),
  ]);
}

/** Text is ordered by code point, independent of the collation of the database. */
const keyOrder = (key: string) =>
  uuidKeys.includes(key) ? sql.ref(key) : sql`${shownKey(key)} collate "C"`;

const uuidKeys = ['workloadUid', 'podUid', 'nodeUid', 'clusterId'];
const isMeasure = (field: string): field is MeasureName =>
  measureNames.includes(field as MeasureName);
