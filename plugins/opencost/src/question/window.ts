import { invalidParameter } from './invalid-parameter.ts';

/** From an instant to another, in milliseconds since 1970; the end is not included. */
export interface Window {
  readonly start: number;
  readonly end: number;
}

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
const longestMs = 3_660 * dayMs;

const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, w: weekMs };

export const floorTo = (unit: number, instant: number) => Math.floor(instant / unit) * unit;
export const ceilTo = (unit: number, instant: number) => Math.ceil(instant / unit) * unit;

/** A window in one of OpenCost's forms, by UTC; its weeks begin on Sunday. */
export function parseWindow(text: string, now: Date): Window {
  const window = parseWord(text, now) ?? parseDuration(text, now) ?? parsePair(text);
  if (!window) {
    throw invalidParameter(
      'window',
      `illegal window: ${text}; must be a word such as today, yesterday, week, month, lastweek or ` +
        'lastmonth, a duration such as 24h or 7d, or a pair of RFC 3339 or Unix times',
    );
  }
  const { start, end } = window;
  if (end <= start) throw invalidParameter('window', 'must end after it starts');
  if (end - start > longestMs) throw invalidParameter('window', 'must be at most 3,660 days');
  return window;
}

function parseWord(text: string, now: Date): Window | undefined {
  const today = floorTo(dayMs, now.getTime());
  const sunday = today - now.getUTCDay() * dayMs;
  const month = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
  const words: Readonly<Record<string, Window>> = {
    today: { start: today, end: today + dayMs },
    yesterday: { start: today - dayMs, end: today },
    week: { start: sunday, end: now.getTime() },
    lastweek: { start: sunday - weekMs, end: sunday },
    month: { start: month(0), end: now.getTime() },
    lastmonth: { start: month(-1), end: month(0) },
  };
  return Object.hasOwn(words, text) ? words[text] : undefined;
}

/**
 * The last of these units, the present one included: `7d` is today and the six days before. With an
 * offset it ends exactly so long ago.
 */
function parseDuration(text: string, now: Date): Window | undefined {
  const [, length, unit = '', offset, offsetUnit = ''] =
    /^(\d{1,6})([mhdw])(?: offset (\d{1,6})([mhdw]))?$/.exec(text) ?? [];
  if (length === undefined) return undefined;
  const duration = Number(length) * (units[unit] ?? 0);
  const end =
    offset === undefined
      ? floorTo(Math.min(units[unit] ?? 0, dayMs), now.getTime()) +
        Math.min(units[unit] ?? 0, dayMs)
      : now.getTime() - Number(offset) * (units[offsetUnit] ?? 0);
  return { start: end - duration, end };
}

function parsePair(text: string): Window | undefined {
  const [, from = '', to = ''] = /^(\d+)[,-](\d+)$/.exec(text) ?? [];
  if (from !== '') return known(Number(from) * 1000, Number(to) * 1000);
  const [start = '', end = '', ...others] = text.split(',');
  const isTime = (time: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(time);
  if (!isTime(start) || !isTime(end) || others.length > 0) return undefined;
  return known(Date.parse(start), Date.parse(end));
}

/** Instants that the ledger can be asked for. */
function known(start: number, end: number): Window | undefined {
  const isKnown = (instant: number) => instant >= 0 && instant < Date.UTC(9999, 0);
  return isKnown(start) && isKnown(end) ? { start, end } : undefined;
}

/** The length of a step in milliseconds: whole hours, which the ledger is made of. */
export function parseStep(text: string): number {
  const [, length = '', unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  const step = Number(length) * (units[unit] ?? 0);
  if (step === 0 || step % hourMs !== 0) {
    throw invalidParameter('step', 'must be a duration of whole hours, such as 1h, 1d or 1w');
  }
  return step;
}
