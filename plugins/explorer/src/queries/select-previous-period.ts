import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { type Reading } from './reading.ts';
import { selectFacts } from './source.ts';
import { unitTables } from './units.ts';

export interface PreviousPeriod {
  /** As shown. Null: there is no history, or no price is known. */
  readonly total_cost: string | null;
  /** From it to now. */
  readonly change_percent: string | null;
}

/** What the same question came to over another window: the equally long one just before. */
export function selectPreviousPeriod(
  question: Question,
  scope: ExplorerScope,
  reading: Reading,
  total: string | null,
): RawBuilder<PreviousPeriod> {
  const hasHistory = sql`exists (
    select ${selectFacts({ facts: 'cluster' }, onlyOfClusters(question), scope, reading, ['cluster_id'])})`;
  return sql<PreviousPeriod>`
    with ${unitTables(question, scope, reading, ['total'])}
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
