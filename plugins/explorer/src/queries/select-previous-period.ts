import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { windowBefore } from '../question/window.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { selectFacts } from './source.ts';
import { unitTables } from './units.ts';

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
  const hasHistory = sql`exists (
    select ${selectFacts({ table: 'cluster_days' }, onlyOfClusters(question), scope, window)})`;
  return sql<PreviousPeriod>`
    with ${unitTables(question, scope, window, ['total'])}
    select round(total / 3600, 4) as total_cost,
      round((${total}::numeric - total) * 100 / nullif(total, 0), 2) as change_percent
    from (
      select case when count(*) > 0 then sum(total) when ${hasHistory} then 0 end as total
      from matching
    ) as previous`;
}

/** Whether there is a history does not depend on what ran. */
const onlyOfClusters = (question: Question): Question => ({
  ...question,
  filters: { ...question.filters, workload: [], pod: [], node: [] },
});
