/** A range of UTC days, `YYYY-MM-DD`, both inclusive. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

const defaultDays = 30;
const dayMs = 86_400_000;
/** The earliest day that PostgreSQL and JavaScript both write with a four-digit year. */
const firstDay = '0001-01-01';

/** The requested days. Defaults: up to today, and from 29 days before the end. */
export function toWindow(
  { start_date, end_date }: { readonly start_date?: string; readonly end_date?: string },
  now: Date,
): Window {
  const end = end_date ?? toDay(now.getTime());
  return { start: start_date ?? daysBefore(end, defaultDays - 1), end };
}

/** Number of days; 0 or less if the window ends before it starts. */
export const daysIn = ({ start, end }: Window): number =>
  (Date.parse(end) - Date.parse(start)) / dayMs + 1;

/** The days of a month, `YYYY-MM`, or of the month of a day. */
export function toMonth(text: string): Window {
  const [year = '', month = ''] = text.split('-');
  return { start: `${year}-${month}-01`, end: toDay(Date.UTC(Number(year), Number(month), 0)) };
}

/** The preceding window of the same length. */
export const windowBefore = (window: Window): Window => ({
  start: daysBefore(window.start, daysIn(window)),
  end: daysBefore(window.start, 1),
});

function daysBefore(day: string, days: number): string {
  const before = addDays(day, -days);
  return before < firstDay ? firstDay : before;
}

export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * dayMs);

const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
