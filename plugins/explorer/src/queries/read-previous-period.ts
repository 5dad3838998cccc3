import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope, isVisible, scopeTables } from './explorer-scope.ts';
import { readOne } from './read-one.ts';
import { type Reading } from './reading.ts';
import {
  allocatedNodes,
  selectFacts,
  selectLastSeen,
  type Source,
  sourceOfRows,
} from './source.ts';
import { addColumns, buildSums } from './sums.ts';
import { isAmong, namesNodes, unitTables } from './units.ts';

export interface PreviousPeriod {
  /** Decimal text; null without history or without a known price. */
  readonly total_cost: string | null;
  /** Change from the previous period to this one. */
  readonly change_percent: string | null;
}

/** How a window is read row by row, and for the total alone: from periods even if rows are by day. */
export interface PreviousReading {
  readonly rows: Reading;
  readonly sum: Reading;
}

/** Total of the same query over the preceding window of the same length. */
export async function readPreviousPeriod(
  view: Kysely<ExplorerRows>,
  question: Question,
  scope: ExplorerScope,
  reading: PreviousReading,
  total: string | null,
): Promise<PreviousPeriod> {
  const [previous] =
    question.search === undefined
      ? (await selectSum(question, scope, reading, total).execute(view)).rows
      : [];
  return previous ?? readOne(view, selectSumOfRows(question, scope, reading.rows, total));
}

/** Reads only the total. Returns no row if it is 0 or null, which is ambiguous. */
export const selectSum = (
  question: Question,
  scope: ExplorerScope,
  reading: PreviousReading,
  total: string | null,
): RawBuilder<PreviousPeriod> => sql<PreviousPeriod>`
  with ${scopeTables(scope)}
  previous as materialized (select ${sumOfAll(question, scope, reading)} as sum)
  select ${shownPeriod(total)} from previous where sum <> 0`;

/** Reads the rows, which distinguish unknown costs from costs of 0. */
export const selectSumOfRows = (
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  total: string | null,
): RawBuilder<PreviousPeriod> => sql<PreviousPeriod>`
  with ${scopeTables(scope)} ${unitTables(question, scope, reading, ['total'])},
  previous as materialized (select ${sumOfRows(question, scope, reading)} as sum)
  select ${shownPeriod(total)} from previous`;

const shownPeriod = (total: string | null) => sql`
  round(sum / 3600, 4) as total_cost,
  round((${total}::numeric - sum) * 100 / nullif(sum, 0), 2) as change_percent`;

/** Sum of all rows without computing them; 0 and null do not distinguish unknown from free. */
function sumOfAll(
  question: Question,
  scope: ExplorerScope,
  { rows, sum }: PreviousReading,
): RawBuilder<unknown> {
  const source = sourceOfSum(question);
  const { total = [] } = buildSums(source, question, ['total']);
  const { owners } = question.grouping;
  const conditions = [
    ...(owners.length === 0
      ? []
      : [
          sql`(fact.cluster_id, fact.description_id) in (
            select owner.cluster_id, owner.id from owner_descriptions as owner
            where ${isVisible(scope, 'owner')} and ${isAmong(owners, sql`owner.kind`)})`,
        ]),
    ...(namesNodes(question) && source.facts !== 'node'
      ? [
          sql`(fact.cluster_id, fact.node_uid) in (
            ${selectLastSeen('node', ['cluster_id', 'node_uid'], [], scope, rows)})`,
        ]
      : []),
  ];
  const keys = [
    'cluster_id',
    ...(owners.length === 0 ? [] : ['description_id']),
    ...(namesNodes(question) ? ['node_uid'] : []),
  ];
  return sql`(
    select ${addColumns(total)}
    ${selectFacts(source, question, scope, sum, { keys, amounts: total })}
    where ${sql.join([sql`true`, ...conditions], sql` and `)})`;
}

/**
 * The smallest table with the total. Of all owners it is read from namespaces, which have far fewer rows
 * than workloads, or from nodes instead of what runs on them.
 */
function sourceOfSum(question: Question): Source {
  const source = sourceOfRows(question);
  const { grouping, filters } = question;
  if (grouping.owners.length > 0 || filters.workload.length > 0) return source;
  if (source.facts === 'workload') return { facts: 'namespace' };
  return source.joinsNodes && filters.pod.length === 0 ? allocatedNodes : source;
}

/** 0 if there is history but no row; null without history, or if no price is known. */
function sumOfRows(question: Question, scope: ExplorerScope, reading: Reading) {
  const bills = selectFacts({ facts: 'cluster' }, onlyOfClusters(question), scope, reading, {
    keys: ['cluster_id'],
    amounts: [],
  });
  return sql`(
    select case when count(*) > 0 then sum(total) when exists (select 1 ${bills}) then 0 end
    from matching)`;
}

/** Whether there is history depends on clusters alone. */
const onlyOfClusters = (question: Question): Question => ({
  ...question,
  filters: { ...question.filters, workload: [], pod: [], node: [] },
});
