import { type RawBuilder, sql } from 'kysely';
import { type Grouping } from '../question/grouping.ts';
import { addDays, daysIn, toMonth, type Window } from '../question/window.ts';
import { type ExplorerScope, inScope } from './explorer-scope.ts';

/** A closed period that the ledger has sums of, and the clusters with days but no sums in it. */
export interface Period extends Window {
  readonly without: readonly string[];
}

/** How a window is read: sums of periods, and single days. Each day of a cluster is read once. */
export interface Reading {
  readonly periods: readonly Period[];
  /** Days outside the periods. */
  readonly days: readonly Window[];
}

/** The periods that rows can be read from. Rows by day cannot be read from any. */
export const periodsOfRows = ({ units }: Grouping, known: readonly Period[]): readonly Period[] =>
  units.includes('day') ? [] : known;

/**
 * Covers a window with as few rows as possible: longest periods first, days for the rest. Rows of the
 * archived months of the window may remain until all of their tables are dropped, but are not read.
 */
export function planReading(
  window: Window,
  known: readonly Period[],
  archivedMonths: readonly string[] = [],
): Reading {
  const archived = archivedMonths.map(toMonth);
  const periods: Period[] = [];
  const isFree = ({ start, end }: Window) =>
    window.start <= start &&
    end <= window.end &&
    [...archived, ...periods].every((taken) => end < taken.start || taken.end < start);
  for (const period of known.toSorted((one, other) => daysIn(other) - daysIn(one))) {
    if (isFree(period)) periods.push(period);
  }
  return { periods, days: listGaps(window, [...archived, ...periods]) };
}

function listGaps(window: Window, taken: readonly Window[]): Window[] {
  const periods = taken.toSorted((one, other) => (one.start < other.start ? -1 : 1));
  const starts = [window.start, ...periods.map(({ end }) => addDays(end, 1))];
  const ends = [...periods.map(({ start }) => addDays(start, -1)), window.end];
  return starts
    .map((start, index) => ({ start, end: ends[index] ?? window.end }))
    .filter(({ start, end }) => start <= end);
}

/** Granularity of the ledger's tables: single days, or closed periods. */
export type Level = 'days' | 'periods';

/** The granularities that a reading needs. */
export function levels({ periods, days }: Reading): Level[] {
  if (periods.length === 0) return ['days'];
  const needsDays = days.length > 0 || periods.some(({ without }) => without.length > 0);
  return needsDays ? ['days', 'periods'] : ['periods'];
}

/** The columns that identify the cluster, the time, and the revision of the cluster's description. */
export const levelKeys: Readonly<Record<Level, readonly string[]>> = {
  days: ['cluster_id', 'day'],
  periods: ['cluster_id', 'first_day', 'last_day', 'cluster_revision'],
};

/** Condition: a row is within a reading, and the request may read it. */
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
  return sql`(${sql.join([sql`false`, ...days.map(between), ...left], sql` or `)})`;
}

/** First and last days are matched independently: no other pair of them is a period. */
const inPeriods = ({ periods }: Reading, table: string) => sql`
  ${sql.ref(`${table}.first_day`)} = any(${periods.map(({ start }) => start)}::date[])
  and ${sql.ref(`${table}.last_day`)} = any(${periods.map(({ end }) => end)}::date[])`;
