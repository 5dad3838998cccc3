import { type ExplorationRow } from '../../api/questions.ts';
import { type Series } from '../../parts/day-bars.tsx';
import { listDays } from '../../parts/days.ts';
import { difference, sum } from '../../parts/money.tsx';
import { type ExplorationAnswer } from './answers.ts';
import { type Coverage } from './coverage.ts';
import { withoutDay } from './daily.ts';
import { type Explored } from './exploration.ts';
import { rowKey } from './groupings.ts';
import { describeRow } from './row-name.tsx';

/** What a chart shows: the rows of the explorer, and those that are series, by key. */
export interface Charted {
  readonly explored: Explored;
  readonly body: ExplorationAnswer;
  readonly parts: ReadonlyMap<string, ExplorationRow>;
}

/** The series of the first rows, and above them the rest of all rows. */
export function toSeries(
  { explored, body, parts }: Charted,
  answers: readonly ExplorationAnswer[],
  coverage: Coverage | undefined,
): Series[] {
  const { by, days, searched } = withoutDay(explored);
  const [total, perPart] = searched === '' ? answers : [undefined, ...answers];
  const index = (rows: readonly ExplorationRow[]) => indexAmounts(rows, listDays(days), coverage);
  const rowsOfParts = listWhole(perPart);
  const series = [...parts].flatMap(([key, row], nth): Series[] => {
    const rows = rowsOfParts?.filter((one) => rowKey(by, one) === key);
    return rows ? [{ name: describeRow(by, row), fill: nth + 1, amounts: index(rows) }] : [];
  });
  const all = listWhole(total);
  if (!all || body.data.pagination.total_rows === series.length) return series;
  return [...series, subtract(index(all), series)];
}

/** The rest of each day. */
function subtract(total: ReadonlyMap<string, string>, series: readonly Series[]): Series {
  if (series.length === 0) return { name: 'All rows', fill: 1, amounts: total };
  const rest = [...total].map(([day, amount]): [string, string] => [
    day,
    difference(amount, sum(series.flatMap(({ amounts }) => amounts.get(day) ?? []))),
  ]);
  return { name: 'Everything else', fill: 'rest', amounts: new Map(rest) };
}

/** The rows of an answer, unless there are more than one page holds. */
function listWhole(answer: ExplorationAnswer | undefined) {
  const { rows = [], pagination } = answer?.data ?? {};
  return pagination && pagination.total_rows <= rows.length ? rows : undefined;
}

/** Amounts by day: 0 where there is data, but no row. */
function indexAmounts(
  rows: readonly ExplorationRow[],
  days: readonly string[],
  coverage: Coverage | undefined,
): ReadonlyMap<string, string> {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return new Map(
    days.flatMap((day): [string, string][] => {
      const costs = byDay.get(day)?.flatMap(({ totalCost }) => totalCost ?? []);
      const isKnown = costs ? costs.length > 0 : coverage?.hasData({ from: day, to: day });
      return isKnown === true ? [[day, sum(costs ?? [])]] : [];
    }),
  );
}
