import { type ErrorDetail } from '@costplane/plugin-api';
import { daySeconds, type TrendRequest } from './trend-request.ts';

const maxYears = 5;
const maxHourlyDays = 60;

/** Combinations of parameters that are invalid (contract, "Cost trends"). */
export function refuseTrend({ query }: { readonly query: TrendRequest }): ErrorDetail[] {
  const { start, end, type, granularity } = query;
  const problems: ErrorDetail[] = [];
  const refuse = (field: string, message: string) =>
    problems.push({ field, reason: 'invalid_value', message });
  if (end <= start) refuse('end', 'must be after `start`');
  if (end > yearsAfter(start)) {
    refuse('end', `must be at most ${maxYears} years after \`start\``);
  }
  if (granularity === 'hourly' && end - start > maxHourlyDays * daySeconds) {
    refuse('granularity', `must not be \`hourly\` for more than ${maxHourlyDays} days`);
  }
  if (granularity === 'hourly' && type === 'breakdown') {
    refuse('granularity', 'must not be `hourly` for a breakdown');
  }
  return problems;
}

/** The same UTC date and time some years later, in epoch seconds. */
function yearsAfter(epochSeconds: number): number {
  const date = new Date(epochSeconds * 1_000);
  return date.setUTCFullYear(date.getUTCFullYear() + maxYears) / 1_000;
}
