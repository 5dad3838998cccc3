import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Question } from '../question/question.ts';
import { type Findings } from '../resources/to-answer.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { selectMeasures } from './select-measures.ts';
import { loadsMeasuresSeparately, selectPage } from './select-page.ts';
import { selectPreviousPeriod } from './select-previous-period.ts';

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
      await tuneSession.execute(view);
      const page = await readOne(view, selectPage(question, scope));
      const measures =
        loadsMeasuresSeparately(question) && page.rows.length > 0
          ? (await selectMeasures(question, scope, page).execute(view)).rows
          : [];
      return {
        rows: page.rows.map((row, index) => ({ ...row, ...measures[index] })),
        summary: page,
        previous: await readOne(view, selectPreviousPeriod(question, scope, page.total)),
      };
    });

/**
 * What holds every plan to one whose time grows with the rows that it reads, whatever the planner
 * takes a window and filters to leave: facts are read in one go, joined by hash and added up by
 * hash. A plan made for any values, as a prepared statement gets after a few uses, knows still less.
 */
export const tuneSession = sql`select ${sql.join(
  Object.entries({
    plan_cache_mode: 'force_custom_plan',
    enable_nestloop: 'off',
    enable_mergejoin: 'off',
    enable_indexscan: 'off',
    enable_sort: 'off',
    work_mem: '64MB',
  }).map(([name, value]) => sql`set_config(${name}, ${value}, true)`),
)}`;

async function readOne<Row>(view: Kysely<ExplorerRows>, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(view);
  return (rows as [Row])[0];
}
