import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Window, windowBefore } from '../question/window.ts';
import { areAllWorkloads, sumOfAllWorkloads } from './all-workloads.ts';
import { costRows, namedLike } from './cost-rows.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { factsOf } from './source.ts';

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
    ? sumOfAllWorkloads(question, scope, window, 'total')
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

/** Whether there is a history does not depend on what ran. */
const onlyOfClusters = (question: Question): Question => ({
  ...question,
  filters: { ...question.filters, workload: [], node: [] },
});
