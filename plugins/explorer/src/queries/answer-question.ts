import { type Kysely, type RawBuilder } from 'kysely';
import { type Question } from '../question/question.ts';
import { windowBefore } from '../question/window.ts';
import { type Findings } from '../resources/to-answer.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { planReading, planSum } from './reading.ts';
import { prepareView } from './prepare-view.ts';
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
      const before = windowBefore(question.window);
      const both = { start: before.start, end: question.window.end };
      const { periods } = await readOne(view, prepareView(scope, both));
      const reading = planReading(question.window, periods);
      const page = await readOne(view, selectPage(question, scope, reading));
      const measures =
        loadsMeasuresSeparately(question) && page.rows.length > 0
          ? (await selectMeasures(question, scope, reading, page).execute(view)).rows
          : [];
      return {
        rows: page.rows.map((row, index) => ({ ...row, ...measures[index] })),
        summary: page,
        previous: await readOne(
          view,
          selectPreviousPeriod(
            question,
            scope,
            { rows: planReading(before, periods), sum: planSum(before, periods) },
            page.total,
          ),
        ),
      };
    });

async function readOne<Row>(view: Kysely<ExplorerRows>, query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await query.execute(view);
  return (rows as [Row])[0];
}
