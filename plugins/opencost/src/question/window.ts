import { invalidParameter, type SetsQuery } from './parameters.ts';

/** A period in milliseconds since 1970; the end is exclusive. */
export interface Window {
  readonly start: number;
  readonly end: number;
}
/** A window, and the sets that cover it in order, without gaps. */
export type Sets = Window & { readonly sets: readonly Window[] };

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
const units: Readonly<Record<string, number>> = { m: 60_000, h: hourMs, d: dayMs, w: 7 * dayMs };
const floorTo = (unit: number, instant: number) => Math.floor(instant / unit) * unit;
export const ceilTo = (unit: number, instant: number) => Math.ceil(instant / unit) * unit;

/** Parses a window in any of OpenCost's forms, in UTC; weeks begin on Sunday. */
export function parseWindow(text: string, now: Date): Window {
  const window = findWord(text, now) ?? parsePair(text) ?? parseLast(text, now.getTime());
  const { start, end } = window;
  if (start >= 0 && start < end && end < Date.UTC(9999, 0)) return window;
  throw invalidParameter(
    'window',
    `illegal window: ${text}; must be a word such as today, yesterday, week, month, lastweek or ` +
      'lastmonth, a duration such as 24h or 7d, or a pair of RFC 3339 or Unix times',
  );
}

function findWord(text: string, now: Date): Window | undefined {
  const today = floorTo(dayMs, now.getTime());
  const sunday = today - now.getUTCDay() * dayMs;
  const month = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset);
  const words = new Map<string, Window>([
    ['today', { start: today, end: today + dayMs }],
    ['yesterday', { start: today - dayMs, end: today }],
    ['week', { start: sunday, end: now.getTime() }],
    ['lastweek', { start: sunday - 7 * dayMs, end: sunday }],
    ['month', { start: month(0), end: now.getTime() }],
    ['lastmonth', { start: month(-1), end: month(0) }],
  ]);
  return words.get(text);
}

function parsePair(text: string): Window | undefined {
  const time = String.raw`(\d+|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+-]\d\d:\d\d))`;
  const [, start, end] = new RegExp(`^${time}[,-]${time}$`).exec(text) ?? [];
  if (start === undefined || end === undefined) return undefined;
  const parse = (one: string) => (/^\d+$/.test(one) ? Number(one) * 1000 : parseTime(one));
  return { start: parse(start), end: parse(end) };
}

/** An RFC 3339 time; NaN if there is no such day, which JavaScript would move to the next month. */
function parseTime(text: string): number {
  const day = Date.parse(text.slice(0, 10));
  return new Date(day).getUTCDate() === Number(text.slice(8, 10)) ? Date.parse(text) : NaN;
}

/**
 * The most recent units including the current one: `7d` is today and the six days before. With an offset, it
 * ends exactly that long ago.
 */
function parseLast(text: string, now: number): Window {
  const [length = '', offset] = text.split(' offset ');
  const unit = Math.min(units[length.at(-1) ?? ''] ?? NaN, dayMs);
  const end = offset === undefined ? floorTo(unit, now) + unit : now - parseDuration(offset);
  return { start: end - parseDuration(length), end };
}

/** Milliseconds; NaN if the text is not a duration. */
function parseDuration(text: string): number {
  const [, length = '', unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? [];
  return Number(length) * (units[unit] ?? NaN);
}

const maxSets = 1_000;

/** The end of the calendar period in UTC that an instant is in. */
function endPeriod(period: string, instant: number): number {
  const date = new Date(instant);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const midnight = floorTo(dayMs, instant) + dayMs;
  const ends: Readonly<Record<string, number>> = {
    hour: instant + hourMs,
    day: midnight,
    week: midnight + (6 - date.getUTCDay()) * dayMs,
    month: Date.UTC(year, month + 1),
    quarter: Date.UTC(year, month - (month % 3) + 3),
  };
  return ends[period === 'weeknow' ? 'week' : period] ?? Infinity;
}

/** The requested sets, widened to whole hours, or to whole days if only those are known. */
export function chooseSets(
  { window, step, accumulate, accumulateBy }: SetsQuery,
  needsDays: boolean,
  now: Date,
): Sets {
  const asked = parseWindow(window, now);
  const unit = needsDays ? dayMs : hourMs;
  const [start, end] = [floorTo(unit, asked.start), ceilTo(unit, asked.end)];
  const period = accumulateBy ?? (accumulate === 'false' ? undefined : accumulate);
  const length = step === undefined || period !== undefined ? end - start : parseDuration(step);
  const refuse = (message: string) =>
    invalidParameter(accumulateBy ? 'accumulateBy' : period ? 'accumulate' : 'step', message);
  if (!(length > 0 && length % hourMs === 0)) {
    throw refuse('must be a duration of whole hours, such as 1h, 1d or 1w');
  }
  const sets: Window[] = [];
  for (let from = start; from < end; from = sets.at(-1)?.end ?? end) {
    if (sets.length === maxSets) throw refuse(`must cut the window into at most ${maxSets} sets`);
    const until = period === undefined ? from + length : endPeriod(period, from);
    sets.push({ start: from, end: Math.min(until, end) });
  }
  if (length % unit !== 0 || (period === 'hour' && needsDays)) {
    throw refuse(
      'must be in whole days if pods, containers or nodes are distinguished, or hours are no longer kept',
    );
  }
  return { start, end, sets };
}
