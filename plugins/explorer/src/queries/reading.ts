import { type RawBuilder, sql } from 'kysely';
import { type Grouping } from '../question/grouping.ts';
import { daysIn, type Window } from '../question/window.ts';
import { type ExplorerScope, inScope } from './explorer-scope.ts';

/** A closed period whose sums the ledger has, and the clusters that have days in it but no sums. */
export interface Period extends Window {
  readonly without: readonly string[];
}

/** How a window is read, each day of a cluster once: sums of periods within it, and single days. */
export interface Reading {
  readonly periods: readonly Period[];
  /** Outside of the periods. */
  readonly days: readonly Window[];
}

/** The periods that rows can be read from: the sums of a period tell no days apart. */
export const periodsOfRows = ({ units }: Grouping, known: readonly Period[]): readonly Period[] =>
  units.includes('day') ? [] : known;

/** The fewest sums for a window: the longest periods within it first. */
export function planReading(window: Window, known: readonly Period[]): Reading {
  const periods: Period[] = [];
  const isFree = ({ start, end }: Window) =>
    window.start <= start &&
    end <= window.end &&
    periods.every((taken) => end < taken.start || taken.end < start);
  for (const period of known.toSorted((one, other) => daysIn(other) - daysIn(one))) {
    if (isFree(period)) periods.push(period);
  }
  periods.sort((one, other) => (one.start < other.start ? -1 : 1));
  return { periods, days: listGaps(window, periods) };
}

/** How the sum of a window is read: more than the window, less what is too much. */
export interface SumReading {
  readonly added: Reading;
  readonly subtracted: Reading;
}

/**
 * The fewest sums for the sum of a window: where an end of it lies in a period of which it lacks less
 * than it has, the period is read, and what is lacking.
 */
export function planSum(window: Window, known: readonly Period[]): SumReading {
  const early = findExcess(known, addDay(window.start, -1), window.start);
  const late = findExcess(known, addDay(window.end, 1), window.end);
  const wider = { start: early?.start ?? window.start, end: late?.end ?? window.end };
  const days = [early, late].filter((excess) => excess !== undefined);
  return { added: planReading(wider, known), subtracted: { periods: [], days } };
}

/** The days that the shortest period of both days has on the side of the outer, if they are few. */
function findExcess(known: readonly Period[], outer: string, inner: string): Window | undefined {
  const [period] = known
    .filter(({ start, end, without }) => {
      const hasBoth = [outer, inner].every((day) => start <= day && day <= end);
      return hasBoth && without.length === 0;
    })
    .toSorted((one, other) => daysIn(one) - daysIn(other));
  if (!period) return undefined;
  const excess =
    outer < inner ? { start: period.start, end: outer } : { start: outer, end: period.end };
  return 2 * daysIn(excess) < daysIn(period) ? excess : undefined;
}

function listGaps(window: Window, periods: readonly Window[]): Window[] {
  const starts = [window.start, ...periods.map(({ end }) => addDay(end, 1))];
  const ends = [...periods.map(({ start }) => addDay(start, -1)), window.end];
  return starts
    .map((start, index) => ({ start, end: ends[index] ?? window.end }))
    .filter(({ start, end }) => start <= end);
}

const dayMs = 86_400_000;

const addDay = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** A kind of rows of the ledger: of single days, or of periods. */
export type Level = 'days' | 'periods';

/** The kinds of rows that a reading needs. */
export function levels({ periods, days }: Reading): Level[] {
  const needsDays = days.length > 0 || periods.some(({ without }) => without.length > 0);
  return [
    ...(needsDays ? ['days' as const] : []),
    ...(periods.length > 0 ? ['periods' as const] : []),
  ];
}

/** The columns that tell when a row is of, and as what its cluster is described. */
export const levelKeys: Readonly<Record<Level, readonly string[]>> = {
  days: ['cluster_id', 'day'],
  periods: ['cluster_id', 'first_day', 'last_day', 'cluster_revision'],
};

/** The rows of a table of a level that a request may see, within a reading. */
export const isRead = (
  level: Level,
  scope: ExplorerScope,
  reading: Reading,
  table: string,
): RawBuilder<boolean> =>
  sql<boolean>`${inScope(scope, table)} and ${{ days: onDays, periods: inPeriods }[level](reading, table)}`;

function onDays({ days, periods }: Reading, table: string): RawBuilder<unknown> {
  const day = sql.ref(`${table}.day`);
  const between = ({ start, end }: Window) => sql`${day} between ${start}::date and ${end}::date`;
  const left = periods
    .filter(({ without }) => without.length > 0)
    .map(
      (period) =>
        sql`${between(period)} and ${sql.ref(`${table}.cluster_id`)} = any(${period.without}::uuid[])`,
    );
  return sql`(${sql.join([...days.map(between), ...left], sql` or `)})`;
}

/** No two periods of a month begin or end on the same day, save those of which one is taken. */
const inPeriods = ({ periods }: Reading, table: string) => sql`
  ${sql.ref(`${table}.first_day`)} = any(${periods.map(({ start }) => start)}::date[])
  and ${sql.ref(`${table}.last_day`)} = any(${periods.map(({ end }) => end)}::date[])`;
