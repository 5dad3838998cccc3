import { type Answer, mapAnswer, useAnswers } from '../../api/answer.ts';
import { explore, type ExplorationRow } from '../../api/questions.ts';
import { type Days } from '../../parts/days.ts';
import { type ExplorationAnswer } from './answers.ts';
import { useCoverage } from './coverage.ts';
import { comparedDays, type Explored, toComparedQuestion } from './exploration.ts';
import { rowKey } from './groupings.ts';

/** A period of a comparison: its most expensive rows, and whether these are all rows. */
interface Period {
  readonly days: Days;
  readonly answer: ExplorationAnswer;
  readonly rows: ReadonlyMap<string, ExplorationRow>;
  readonly isWhole: boolean;
  /** Without history, costs of the period are unknown, not zero. Undefined: it is unknown whether there is any. */
  readonly hasData: boolean | undefined;
}

export interface Compared {
  readonly now: Period;
  readonly then: Period;
  /** Months of either period whose cost is missing, so that costs of the two cannot be compared. */
  readonly archived: readonly string[];
}

/** The cost of a row in a period: exact, an upper bound (for a row that was not returned), or unknown. */
export type CostThen =
  | { readonly kind: 'exact'; readonly amount: string; readonly isAbsent: boolean }
  | { readonly kind: 'at-most'; readonly amount: string }
  | { readonly kind: 'unknown' };

/** Requests both periods if the URL has a comparison. */
export function useComparison(explored: Explored): Answer<Compared | undefined> {
  const { compare, by, days } = explored;
  const then = compare && comparedDays(compare, days);
  const coverage = useCoverage(explored);
  const answer = useAnswers(
    then
      ? [explore(toComparedQuestion(explored, days)), explore(toComparedQuestion(explored, then))]
      : [],
  );
  return mapAnswer(answer, ([current, previous]) => {
    if (!then || !current || !previous || answer.isEarlier) return undefined;
    const { previousPeriodCost } = current.data.summary;
    const wasCovered =
      compare === 'before' ? previousPeriodCost !== undefined : coverage.data?.hasData(then);
    return {
      now: toPeriod(by, days, current, coverage.data?.hasData(days)),
      then: toPeriod(by, then, previous, wasCovered),
      archived: [previous, current].flatMap(({ data }) => data.summary.archivedMonths ?? []),
    };
  });
}

function toPeriod(
  by: Explored['by'],
  days: Days,
  answer: ExplorationAnswer,
  isCovered: boolean | undefined,
): Period {
  const { rows, pagination, summary } = answer.data;
  return {
    days,
    answer,
    rows: new Map(rows.map((row) => [rowKey(by, row), row])),
    isWhole: pagination.total_rows <= rows.length,
    hasData: summary.rowCount > 0 || isCovered,
  };
}

export function costIn({ rows, isWhole, hasData, answer }: Period, key: string): CostThen {
  const row = rows.get(key);
  if (row) {
    return row.totalCost === undefined
      ? { kind: 'unknown' }
      : { kind: 'exact', amount: row.totalCost, isAbsent: false };
  }
  if (!hasData) return { kind: 'unknown' };
  if (isWhole) return { kind: 'exact', amount: '0.0000', isAbsent: true };
  const least = answer.data.rows.at(-1)?.totalCost;
  return least === undefined ? { kind: 'unknown' } : { kind: 'at-most', amount: least };
}
