import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Findings } from '../resources/to-answer.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { type CostRow, isMeasuredApart, selectGroups } from './select-groups.ts';
import { identityOf, selectMeasures } from './select-measures.ts';
import { selectPreviousPeriod } from './select-previous-period.ts';
import { selectUnallocated } from './select-unallocated.ts';

/** Reads what a question asks for, all of it from one view of the ledger. */
export const answerQuestion = (
  ledger: Kysely<ExplorerRows>,
  question: Question,
  scope: ExplorerScope,
): Promise<Findings> =>
  ledger
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (view) => {
      await planEachAnew.execute(view);
      const { rows: found } = await selectGroups(question, scope).execute(view);
      const [summary] = found as [(typeof found)[number]];
      const groups = found.filter((row) => row.is_row);
      const { grouped_total: groupedTotal, total } = summary;
      return {
        rows: isMeasuredApart(question) ? await measure(view, question, scope, groups) : groups,
        summary,
        unallocated: await readOne(view, selectUnallocated(question, scope, groupedTotal)),
        previous: await readOne(view, selectPreviousPeriod(question, scope, total)),
      };
    });

/**
 * How much of the ledger a window, clusters and filters leave decides on the plan: one that is made
 * for any of them, as a prepared statement gets after a few uses, takes many times as long.
 */
const planEachAnew = sql`set local plan_cache_mode = force_custom_plan`;

async function measure(
  view: Kysely<ExplorerRows>,
  question: Question,
  scope: ExplorerScope,
  groups: readonly CostRow[],
): Promise<CostRow[]> {
  if (groups.length === 0) return [];
  const { rows } = await selectMeasures(question, scope, groups).execute(view);
  const measured = new Map(rows.map((row) => [identityOf(question, row), row]));
  return groups.map((group) => ({ ...group, ...measured.get(identityOf(question, group)) }));
}

async function readOne<Row>(view: Kysely<ExplorerRows>, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(view);
  return (rows as [Row])[0];
}
