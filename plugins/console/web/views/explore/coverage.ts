import { type Answer, mapAnswer, useAnswer } from '../../api/answer.ts';
import { organizationTrend } from '../../api/questions.ts';
import {
  addDays,
  type Days,
  daysBefore,
  describeArchive,
  formatDays,
  formatFullDay,
  listDays,
} from '../../parts/days.ts';
import { counted } from '../../parts/number.ts';
import { comparedDays, type Explored } from './exploration.ts';

/** A notice about missing data in a period, because sums over it are too low. */
interface Gap {
  readonly period: Days;
  readonly why: string;
}

export interface Coverage {
  /** Days without data in the range and in the periods that it is compared with. */
  readonly gaps: readonly Gap[];
  /** Undefined while it is unknown. */
  readonly hasData: (period: Days) => boolean | undefined;
}

/** The API returns the cost per day of at most five years. */
const maxDays = 5 * 365;

export function useCoverage({ compare, days, costing }: Explored): Answer<Coverage> {
  const periods = [days, daysBefore(days)];
  if (compare === 'last-month') periods.push(comparedDays(compare, days));
  const wanted = periods.map((period) => period.from).sort()[0] ?? days.from;
  const earliest = addDays(days.to, 1 - maxDays);
  const from = wanted < earliest ? earliest : wanted;
  const answer = useAnswer(organizationTrend({ from, to: days.to }, costing));
  const current = { ...answer, data: answer.isEarlier ? undefined : answer.data };
  return mapAnswer(current, ({ data: { points, archived_months: archived = [] } }) => {
    const known = new Set(points.map(({ bucket_start }) => bucket_start.slice(0, 10)));
    return {
      gaps: periods.flatMap((period) => describeGap(period, known, archived, from) ?? []),
      hasData: (period) =>
        listDays(period).some((day) => known.has(day)) || (period.from < from ? undefined : false),
    };
  });
}

/** Nothing is known about days before `from`. */
function describeGap(
  period: Days,
  known: ReadonlySet<string>,
  archived: readonly string[],
  from: string,
): Gap | undefined {
  const all = listDays(period);
  const months = archived.filter((month) => all.some((day) => day.startsWith(month)));
  const covered = all.filter((day) => known.has(day));
  const missing = all.filter(
    (day) => day >= from && !known.has(day) && !months.includes(day.slice(0, 7)),
  );
  const [first] = covered;
  if (missing.length === all.length)
    return { period, why: `There is no data for ${formatDays(period)}.` };
  const lacks = [
    period.from < from && `it is unknown whether there is data before ${formatFullDay(from)}`,
    months.length > 0 && describeArchive(months),
    missing.length > 0 && `there is no data for ${counted(missing.length, 'day')}`,
  ].filter(Boolean);
  if (lacks.length === 0) return undefined;
  const covers =
    first && `; the amounts cover ${counted(covered.length, 'day')}, from ${formatFullDay(first)}`;
  return { period, why: `${formatDays(period)}: ${lacks.join('; ')}${covers ?? ''}.` };
}
