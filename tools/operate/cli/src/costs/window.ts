import { CommandError } from '../command-error.ts';

/** Days in UTC, both inclusive. */
export interface Window {
  readonly start_date: string;
  readonly end_date: string;
}

export interface WindowOptions {
  last: string;
  from?: string;
  to?: string;
}

const dayMs = 86_400_000;
const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The requested days; `--last` ends today. */
export function readWindow({ last, from, to }: WindowOptions, nowMs = Date.now()): Window {
  if (from !== undefined) return { start_date: from, end_date: to ?? toDay(nowMs) };
  if (to !== undefined) throw new CommandError('--to needs --from');
  if (last === 'month') {
    const now = new Date(nowMs);
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
    return {
      start_date: toDay(Date.UTC(year, month - 1)),
      end_date: toDay(Date.UTC(year, month, 0)),
    };
  }
  const days = Number(last.slice(0, -1)) * (last.endsWith('w') ? 7 : 1);
  return { start_date: toDay(nowMs - (days - 1) * dayMs), end_date: toDay(nowMs) };
}
