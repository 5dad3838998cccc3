import { daySeconds, type Period, type ResolvedTrend } from './trend-request.ts';

/** Rows of the ledger of one unit of time, over a period of whole such units. */
export interface LedgerPart extends Period {
  readonly unit: 'hour' | 'day';
}

/**
 * Which rows of the ledger make up a window, each instant once: whole days from the sums of days,
 * the parts of a day at the ends of the window from those of hours. Hourly buckets are hours alone.
 */
export function splitLedger({ window, granularity }: ResolvedTrend): readonly LedgerPart[] {
  const { start, end } = window;
  const firstDay = atDay(start, Math.ceil);
  const lastDay = atDay(end, Math.floor);
  if (granularity === 'hourly' || firstDay > lastDay) return [{ unit: 'hour', start, end }];
  const parts: LedgerPart[] = [
    { unit: 'hour', start, end: firstDay },
    { unit: 'day', start: firstDay, end: lastDay },
    { unit: 'hour', start: lastDay, end },
  ];
  return parts.filter((part) => part.start < part.end);
}

const dayMs = daySeconds * 1_000;

const atDay = (instant: Date, round: (days: number) => number) =>
  new Date(round(instant.getTime() / dayMs) * dayMs);
