import { type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { factsOf, sourceOfAll } from './source.ts';
import { sumOf, sumsOf } from './sums.ts';

export interface Unallocated {
  /** As shown. Null: no price is known. */
  readonly unallocated_cost: string | null;
}

/**
 * What has no row in the grouping, as shown: all that matches less the sum of the rows, each
 * rounded before, so that the two that are shown always add up to the same.
 */
export function selectUnallocated(
  question: Question,
  scope: ExplorerScope,
  groupedTotal: string | null,
): RawBuilder<Unallocated> {
  const source = sourceOfAll(question);
  const total = sumOf(sumsOf(source, question).total);
  return sql<Unallocated>`
    select round(case when count(*) = 0 then 0 else ${total} end / 3600, 4)
      - round(coalesce(${groupedTotal}::numeric, 0) / 3600, 4) as unallocated_cost
    ${factsOf(source, question, scope, question.window)}`;
}
