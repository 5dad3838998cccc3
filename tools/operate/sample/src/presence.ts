import { dayMs, fleetDay, hourMs } from './units.ts';

/** Start of a replica's current uninterrupted run, in Unix milliseconds; null if it is not running. */
export type Presence = (at: number) => number | null;

const weekMs = 7 * dayMs;
/** Midnight of a Monday; all pilots start on such a day. Weeks and days are in UTC. */
const firstMonday = Date.UTC(2025, 5, 16);

const monday = (at: number) => at - modulo(at - firstMonday, weekMs);
const modulo = (value: number, by: number) => ((value % by) + by) % by;

export const always: Presence = () => fleetDay(95);

export const onWeekdays: Presence = (at) => (at < monday(at) + 5 * dayMs ? monday(at) : null);

/**
 * Running while the season has reached a level: it rises from 0 on July 1 to 1 five days before
 * Christmas, and is over by February. Changes weekly, so that all days of a week are the same.
 */
export function inSeason(level: number): Presence {
  return (at) => {
    const year = new Date(at).getUTCFullYear();
    const since = [year, year - 1].map((season) => seasonAt(season, level));
    return since.find(({ from, until }) => at >= from && at < until)?.from ?? null;
  };
}

function seasonAt(year: number, level: number) {
  const begin = Date.UTC(year, 6, 1);
  const peak = Date.UTC(year, 11, 20);
  const end = Date.UTC(year + 1, 1, 1);
  return {
    from: monday(begin + level * (peak - begin)),
    until: monday(end - level * (end - peak)),
  };
}

const runMs = 12 * hourMs;

/** From 6:00 to 18:00 on the 12th of each month. */
export const monthlyRun = { cron: '0 6 12 * *', durationMs: runMs };

export const duringMonthlyRun: Presence = (at) => {
  const day = new Date(at);
  const from = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 12, 6);
  return at >= from && at < from + runMs ? from : null;
};

const pilotMs = 10 * weekMs;
const betweenPilotsMs = 6 * weekMs;

/** Runs for ten weeks; a pilot starts every six weeks, one after another. */
export function duringPilot(index: number, pilots: number): Presence {
  return (at) => {
    const age = modulo(at - firstMonday - index * betweenPilotsMs, pilots * betweenPilotsMs);
    return age < pilotMs ? at - age : null;
  };
}
