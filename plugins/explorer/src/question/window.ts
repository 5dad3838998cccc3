/** Days of UTC, `YYYY-MM-DD`, both included. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

const defaultDays = 30;
const dayMs = 86_400_000;
/** The first day that PostgreSQL writes with four digits, as JavaScript does. */
const firstDay = '0001-01-01';

/**
 * The days that are asked for: without a start, 30 days up to the end; without an end, up to today.
 */
export function toWindow(
  { start_date, end_date }: { readonly start_date?: string; readonly end_date?: string },
  now: Date,
): Window {
  const end = end_date ?? toDay(now.getTime());
  return { start: start_date ?? daysBefore(end, defaultDays - 1), end };
}

/** How many days a window has; 0 or less where it ends before it starts. */
export const daysIn = ({ start, end }: Window): number =>
  (Date.parse(end) - Date.parse(start)) / dayMs + 1;

/** The equally long window just before. */
export const windowBefore = (window: Window): Window => ({
  start: daysBefore(window.start, daysIn(window)),
  end: daysBefore(window.start, 1),
});

function daysBefore(day: string, days: number): string {
  const before = toDay(Date.parse(day) - days * dayMs);
  return before < firstDay ? firstDay : before;
}

const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
