export const MiB = 1024 ** 2;
export const GiB = 1024 ** 3;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Removes rounding errors of added floats. */
export function roundCores(cores: number): number {
  return Math.round(cores * 1e6) / 1e6;
}

/** Sum in cores over a list. */
export function sumCores<T>(list: readonly T[], cores: (item: T) => number): number {
  return roundCores(list.reduce((sum, item) => sum + cores(item), 0));
}

/** Sum of integers over a list. */
export function sumBy<T>(list: readonly T[], value: (item: T) => number): number {
  return list.reduce((sum, item) => sum + value(item), 0);
}

/** A number of days after the first day of the fleet, January 6, 2025, in Unix milliseconds. */
export function fleetDay(days: number): number {
  return Date.UTC(2025, 0, 6, 8) + Math.round(days * dayMs);
}
