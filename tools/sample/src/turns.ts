import { between, fractionOf } from './seeded.ts';
import { day_ms, fleetDay } from './units.ts';

/** One of the successive lives of something that is replaced from time to time. */
export interface Turn {
  /** 0 for the first. */
  number: number;
  /** When it began, in Unix milliseconds. */
  since: number;
}

/** The first replacements come once the fleet has grown. */
const firstDay = fleetDay(120);

/** The turn at a moment of what is replaced about once in so many days; null: the first. */
export function turnAt(
  seed: string,
  [fewestDays, mostDays]: readonly [number, number],
  at: number,
): Turn | null {
  const period_ms = between(`${seed}/period`, fewestDays, mostDays) * day_ms;
  const first = firstDay + fractionOf(`${seed}/first`) * period_ms;
  const beginning = (number: number) =>
    Math.round(first + (number + 0.7 * fractionOf(`${seed}/${String(number)}`)) * period_ms);
  let number = Math.floor((at - first) / period_ms);
  if (at < beginning(number)) number -= 1;
  return number < 0 ? null : { number: number + 1, since: beginning(number) };
}
