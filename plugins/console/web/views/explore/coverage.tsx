import { useAnswer } from '../../api/answer.ts';
import { organizationTrend } from '../../api/questions.ts';
import { type Days, daysBefore, formatDays, listDays } from '../../parts/days.ts';
import { counted } from '../../parts/number.ts';
import { comparedDays, type Explored } from './exploration.ts';

/** Days without data, of the range and of what it is compared with: sums over them come short. */
export function Coverage({
  explored: { compare, days, costing },
}: {
  readonly explored: Explored;
}) {
  const periods = [days, daysBefore(days)];
  if (compare === 'last-month') periods.push(comparedDays(compare, days));
  const from = periods.map((period) => period.from).sort()[0] ?? days.from;
  const { data, isEarlier } = useAnswer(organizationTrend({ from, to: days.to }, costing));
  if (!data || isEarlier) return null;
  const known = new Set(data.data.points.map(({ bucket_start }) => bucket_start.slice(0, 10)));
  return periods.map((period) => {
    const gap = describeGap(period, known);
    return (
      gap && (
        <p key={period.from} className="notice">
          {gap}
        </p>
      )
    );
  });
}

function describeGap(period: Days, known: ReadonlySet<string>): string | undefined {
  const all = listDays(period);
  const missing = all.filter((day) => !known.has(day));
  if (missing.length === 0) return undefined;
  if (missing.length === all.length) return `There is no data of ${formatDays(period)}.`;
  const first = all.find((day) => known.has(day)) ?? period.to;
  return (
    `Of ${formatDays(period)}, there is no data for ${counted(missing.length, 'day')}: ` +
    `the amounts are of ${counted(all.length - missing.length, 'day')}, from ${formatDays({ from: first, to: first })}.`
  );
}
