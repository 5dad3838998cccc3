import { daySeconds, type Period, type ResolvedTrend } from './trend-request.ts';

/** Ledger rows by hour or by day, over a period of whole hours or days. */
export interface LedgerPart extends Period {
  readonly unit: 'hour' | 'day';
}

/**
 * The ledger rows that cover a window, each instant once: whole days from the daily tables, partial
 * days at its ends from the hourly ones. Hourly buckets only use the hourly tables.
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
