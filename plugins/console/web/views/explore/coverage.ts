import { useAnswer } from '../../api/answer.ts';
import { organizationTrend } from '../../api/questions.ts';
import { type Days, daysBefore, formatDays, listDays } from '../../parts/days.ts';
import { counted } from '../../parts/number.ts';
import { comparedDays, type Explored } from './exploration.ts';

/** A notice about missing data in a period, because sums over it are too low. */
interface Gap {
  readonly period: Days;
  readonly why: string;
}

interface Coverage {
  /** Days without data in the range and in the periods that it is compared with. */
  readonly gaps: readonly Gap[];
  readonly hasData: (period: Days) => boolean;
}

/** Undefined while unknown. */
export function useCoverage({ compare, days, costing }: Explored): Coverage | undefined {
  const periods = [days, daysBefore(days)];
  if (compare === 'last-month') periods.push(comparedDays(compare, days));
  const from = periods.map((period) => period.from).sort()[0] ?? days.from;
  const { data, isEarlier } = useAnswer(organizationTrend({ from, to: days.to }, costing));
  if (!data || isEarlier) return undefined;
  const known = new Set(data.data.points.map(({ bucket_start }) => bucket_start.slice(0, 10)));
  return {
    gaps: periods.flatMap((period) => describeGap(period, known) ?? []),
    hasData: (period) => listDays(period).some((day) => known.has(day)),
  };
}

function describeGap(period: Days, known: ReadonlySet<string>): Gap | undefined {
  const all = listDays(period);
  const missing = all.filter((day) => !known.has(day));
  if (missing.length === 0) return undefined;
  if (missing.length === all.length)
    return { period, why: `There is no data for ${formatDays(period)}.` };
  const first = all.find((day) => known.has(day)) ?? period.to;
  const why =
    `${formatDays(period)}: there is no data for ${counted(missing.length, 'day')}; ` +
    `the amounts cover ${counted(all.length - missing.length, 'day')}, from ${formatDays({ from: first, to: first })}.`;
  return { period, why };
}
