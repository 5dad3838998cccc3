import { toTimestamp } from '@costplane/plugin-api/schema';

/** The UTC month of an instant (contract, "Organization dashboard"). */
export interface MonthCalendar {
  /** `YYYY-MM` */
  readonly month: string;
  /** Days that have begun, including today. */
  readonly days_elapsed: number;
  readonly days_in_month: number;
  readonly month_start_at: string;
}

/** The calendar month that contains an instant. */
export function toMonthCalendar(now: Date): MonthCalendar {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const start = new Date(Date.UTC(year, month, 1));
  return {
    month: start.toISOString().slice(0, 7),
    days_elapsed: now.getUTCDate(),
    days_in_month: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
    month_start_at: toTimestamp(start),
  };
}

/** The days of the month so far, including today; `YYYY-MM-DD`. */
export function daysOfMonthToDate(now: Date): { readonly first: string; readonly last: string } {
  const today = now.toISOString().slice(0, 10);
  return { first: `${today.slice(0, 7)}-01`, last: today };
}
