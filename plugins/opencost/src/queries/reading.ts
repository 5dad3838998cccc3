import { type RawBuilder, sql } from 'kysely';
import { ceilTo, dayMs, floorTo, type Window } from '../question/window.ts';

/** How a window is read, each instant once: closed periods, days between, hours at the ends. */
export interface Reading {
  readonly periods: readonly Window[];
  readonly days: readonly Window[];
  readonly hours: readonly Window[];
  /** When each set of the answer begins. */
  readonly starts: readonly number[];
}

/** A kind of rows of the ledger. */
export type Level = 'periods' | 'days' | 'hours';
const levels: readonly Level[] = ['periods', 'days', 'hours'];

/** The fewest rows for sets that follow each other; a period may hold several, and is read for one only. */
export function planReading(sets: readonly Window[], known: readonly Window[], now: Date): Reading {
  const starts = sets.map(({ start }) => start);
  const [start = 0, lastEnd = 0] = [starts[0], sets.at(-1)?.end];
  // Nothing is of the future, so that today may be read as a whole.
  const end = lastEnd > now.getTime() ? ceilTo(dayMs, lastEnd) : lastEnd;
  const days = { start: ceilTo(dayMs, start), end: floorTo(dayMs, end) };
  const cutsDays = starts.slice(1).some((cut) => cut % dayMs !== 0);
  if (cutsDays || days.start >= days.end) {
    return { periods: [], days: [], hours: [{ start, end }], starts };
  }
  const periods = sets.length === 1 ? choosePeriods(days, known) : [];
  const hours = [
    { start, end: days.start },
    { start: days.end, end },
  ].filter((range) => range.start < range.end);
  return { periods, days: listGaps(days, periods), hours, starts };
}

/** The longest first, none of which overlap. */
function choosePeriods({ start, end }: Window, known: readonly Window[]): Window[] {
  const periods: Window[] = [];
  const length = (period: Window) => period.end - period.start;
  for (const period of known.toSorted((one, other) => length(other) - length(one))) {
    const isWithin = start <= period.start && period.end <= end;
    const isFree = periods.every((taken) => period.end <= taken.start || taken.end <= period.start);
    if (isWithin && isFree) periods.push(period);
  }
  return periods.toSorted((one, other) => one.start - other.start);
}

function listGaps({ start, end }: Window, periods: readonly Window[]): Window[] {
  const starts = [start, ...periods.map((period) => period.end)];
  const ends = [...periods.map((period) => period.start), end];
  return starts
    .map((from, index) => ({ start: from, end: ends[index] ?? end }))
    .filter((gap) => gap.start < gap.end);
}

export const levelsOf = (reading: Reading): Level[] =>
  levels.filter((level) => reading[level].length > 0);

export const toDay = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const toInstant = (instant: number) => new Date(instant).toISOString();

/** Whether a row of a table of a level lies in the reading. */
export function isRead(level: Level, reading: Reading, table: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const conditions = reading[level].map(({ start, end }) => {
    switch (level) {
      case 'periods':
        return sql`(${column('first_day')} = ${toDay(start)}::date
          and ${column('last_day')} = ${toDay(end - 1)}::date)`;
      case 'days':
        return sql`${column('day')} between ${toDay(start)}::date and ${toDay(end - 1)}::date`;
      case 'hours':
        return sql`(${column('hour')} >= ${toInstant(start)}::timestamptz
          and ${column('hour')} < ${toInstant(end)}::timestamptz)`;
    }
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** The set that a row belongs to, from 1. */
export function setNumber(level: Level, { starts }: Reading): RawBuilder<number> {
  if (starts.length === 1) return sql<number>`1`;
  const instant = level === 'hours' ? sql`fact.hour` : sql`fact.day::timestamp at time zone 'UTC'`;
  return sql<number>`width_bucket(${instant}, ${starts.map(toInstant)}::timestamptz[])`;
}
