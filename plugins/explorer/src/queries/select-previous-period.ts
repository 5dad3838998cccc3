import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Window, windowBefore } from '../question/window.ts';
import { costRows, namedLike } from './cost-rows.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { factsOf, type Source } from './source.ts';
import { sumOf, sumsOf } from './sums.ts';

export interface PreviousPeriod {
  /** As shown. Null: there is no history, or no price is known. */
  readonly total_cost: string | null;
  /** From it to now. */
  readonly change_percent: string | null;
}

/** What the same question came to over the equally long window just before. */
export function selectPreviousPeriod(
  question: Question,
  scope: ExplorerScope,
  total: string | null,
): RawBuilder<PreviousPeriod> {
  const window = windowBefore(question.window);
  const rows = areAllWorkloads(question)
    ? totalOfWorkloads(question, scope, window)
    : totalOfRows(question, scope, window);
  const hasHistory = sql`exists (
    select ${factsOf({ table: 'cluster_days' }, onlyOfClusters(question), scope, window)})`;
  return sql<PreviousPeriod>`
    select round(total / 3600, 4) as total_cost,
      round((${total}::numeric - total) * 100 / nullif(total, 0), 2) as change_percent
    from (
      select case when row_count > 0 then total when ${hasHistory} then 0 end as total
      from (${rows}) as rows
    ) as previous`;
}

const totalOfRows = (question: Question, scope: ExplorerScope, window: Window) => sql`
  select count(*) as row_count, sum(total) as total
  from (${costRows(question, scope, window, ['total'])}) as grouped ${namedLike(question)}`;

/** Every workload has a row, and nothing else. */
const areAllWorkloads = ({ groupBy, filters, search }: Question) =>
  ['workload', 'controller_kind'].includes(groupBy) &&
  filters.workload.length === 0 &&
  filters.node.length === 0 &&
  search === undefined;

/** The same without reading every workload: what all owners cost less what namespaces own. */
function totalOfWorkloads(question: Question, scope: ExplorerScope, window: Window) {
  // What the owners cost together stands in a cluster's row as it does in a namespace's.
  const { total } = sumsOf({ table: 'namespace_days' }, question);
  const sum = (table: Source['table'], only?: RawBuilder<boolean>) => sql`
    select count(*) as row_count, ${sumOf(total)} as total
    ${factsOf({ table }, question, scope, window, only)}`;
  const namespaces = sql<boolean>`(fact.cluster_id, fact.workload_uid) in (
    select owner.cluster_id, owner.owner_uid from owner_descriptions as owner
    where owner.organization_id = ${scope.organizationId} and owner.kind = '')`;
  return sql`
    select owners.row_count, owners.total - coalesce(namespaces.total, 0) as total
    from (${sum('cluster_days')}) as owners,
      (${sum('workload_days', namespaces)}) as namespaces`;
}

/** Whether there is a history does not depend on what ran. */
const onlyOfClusters = (question: Question): Question => ({
  ...question,
  filters: { ...question.filters, workload: [], node: [] },
});
