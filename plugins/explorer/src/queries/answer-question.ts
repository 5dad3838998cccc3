import { ApiError } from '@costplane/plugin-api';
import { type Kysely } from 'kysely';
import { type Question } from '../question/question.ts';
import { windowBefore } from '../question/window.ts';
import { type QueryResult } from '../resources/to-answer.ts';
import { type ExplorerRows } from '../tables.ts';
import { type ExplorerScope } from './explorer-scope.ts';
import { readOne } from './read-one.ts';
import { readView } from './read-view.ts';
import { periodsOfRows, planReading } from './reading.ts';
import { selectMeasures } from './select-measures.ts';
import {
  listColumns,
  loadsMeasuresSeparately,
  maxRowBytesPerPage,
  selectPage,
} from './select-page.ts';
import { readPreviousPeriod } from './read-previous-period.ts';

/** Runs a query: the page, its measures, and the total of the previous period. */
export function answerQuestion(
  ledger: Kysely<ExplorerRows>,
  question: Question,
  scope: ExplorerScope,
): Promise<QueryResult> {
  const before = windowBefore(question.window);
  const both = { start: before.start, end: question.window.end };
  return readView(ledger, scope, both, async (view, { periods, archivedMonths }) => {
    const known = periodsOfRows(question.grouping, periods);
    const archived = archivedMonths.filter((month) => month >= question.window.start.slice(0, 7));
    const reading = planReading(question.window, known, archived);
    const page = await readOne(view, selectPage(question, scope, reading));
    const { rows } = page;
    if (rows === null) throw tooLarge();
    const measures =
      loadsMeasuresSeparately(question) && rows.length > 0
        ? (await selectMeasures(question, scope, reading, page).execute(view)).rows
        : [];
    const columns = listColumns(question);
    const previous = { rows: planReading(before, known), sum: planReading(before, periods) };
    return {
      rows: rows.map((values, index) => ({
        ...Object.fromEntries(columns.map((name, nth) => [name, values[nth] ?? null])),
        ...measures[index],
      })),
      summary: {
        ...page,
        ...(archived.length > 0 ? { average_daily_cost: null } : {}),
        ...(reading.days.length + reading.periods.length === 0 ? unknownSums : {}),
      },
      // The sum of the months that remain would look like the total.
      previous:
        archivedMonths.length > 0
          ? unknownPeriod
          : await readPreviousPeriod(view, question, scope, previous, page.total),
      archivedMonths: archived,
    };
  });
}

const unknownPeriod = { total_cost: null, change_percent: null };
const unknownSums = { total_cost: null, unallocated_cost: null, idle_cost: null };

const tooLarge = () =>
  new ApiError('VALIDATION_ERROR', [
    {
      field: 'per_page',
      reason: 'invalid_value',
      message: `must be less: the rows of this page have more than ${maxRowBytesPerPage / 2 ** 20} MiB`,
    },
  ]);
