import { type JsonSchema } from '../tools/resolve-references.ts';
import { type Arguments } from '../tools/tool.ts';

/** An argument from which no request can be built. */
export class BadArgument extends Error {}

/** UTC days, both inclusive. */
export interface Window {
  readonly start_date: string;
  readonly end_date: string;
}

const dayMs = 86_400_000;
/** Number of rows in a part of the result. */
const limits = { type: 'integer', minimum: 1, maximum: 50, default: 10 };

const day = (description: string): JsonSchema => ({ type: 'string', format: 'date', description });

export const windowArguments = {
  start_date: day('First day (UTC). Default: 6 days before `end_date`, for a week.'),
  end_date: day('Last day (UTC), inclusive. Default: yesterday, or `start_date` if that is later.'),
};
export const previousArguments = {
  previous_start_date: day('First day to compare with. Default: makes both windows equally long.'),
  previous_end_date: day('Last day to compare with. Default: the day before `start_date`.'),
};
export const limitArgument = (description: string): JsonSchema => ({ ...limits, description });

/** The requested window. Default: the seven complete days before today. */
export function readWindow(given: Arguments, now: Date): Window {
  const yesterday = shift(toDay(now.getTime()), -1);
  const start = readDay(given, 'start_date');
  const end = readDay(given, 'end_date') ?? (start && start > yesterday ? start : yesterday);
  return { start_date: start ?? shift(end, -6), end_date: end };
}

/** The window to compare with. Default: the preceding window of the same length. */
export function readPrevious(given: Arguments, { start_date, end_date }: Window): Window {
  const end = readDay(given, 'previous_end_date') ?? shift(start_date, -1);
  const days = (Date.parse(end_date) - Date.parse(start_date)) / dayMs;
  return { start_date: readDay(given, 'previous_start_date') ?? shift(end, -days), end_date: end };
}

export function readLimit({ limit }: Arguments): number {
  const { minimum, maximum } = limits;
  const isLimit = Number.isInteger(limit) && Number(limit) >= minimum && Number(limit) <= maximum;
  if (isLimit) return Number(limit);
  throw new BadArgument(`limit must be an integer from ${minimum} to ${maximum}.`);
}

function readDay(given: Arguments, name: string): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);
  if (isDay && !Number.isNaN(Date.parse(value))) return value;
  throw new BadArgument(`${name} must be a day, YYYY-MM-DD.`);
}

const shift = (from: string, days: number) => toDay(Date.parse(from) + days * dayMs);
const toDay = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10);
