import { type ClusterPrices } from '@costplane/pricing';
import { hourMs } from '../accrue/interval.ts';
import { type PriceChange } from '../prices/cluster-prices-over.ts';

/**
 * What becomes of an hour: it is given its prices anew; or it stays as it was accounted for, since
 * its prices change within it, or since they are an organization's own where those for all are given.
 */
export type HourFate = 'repriced' | 'changing' | 'own';

/** A time of a day, in Unix milliseconds, the end exclusive, at one set of prices. */
export interface PriceStretch {
  from: number;
  to: number;
  prices: ClusterPrices;
  /** Of all hours that any of it is of. */
  fate: HourFate;
}

const hoursPerDay = 24;

/** The prices of a day, time by time; what is for all only leaves an organization's own alone. */
export function splitDay(
  day: number,
  changes: readonly PriceChange[],
  { isForAllOnly }: { isForAllOnly: boolean },
): PriceStretch[] {
  const found: PriceStretch[] = [];
  for (let hour = 0; hour < hoursPerDay; hour++) {
    for (const stretch of stretchesOfHour(day + hour * hourMs, changes, { isForAllOnly })) {
      const last = found.at(-1);
      if (last?.prices === stretch.prices && last.fate === stretch.fate) last.to = stretch.to;
      else found.push(stretch);
    }
  }
  return found;
}

function stretchesOfHour(
  begins: number,
  changes: readonly PriceChange[],
  { isForAllOnly }: { isForAllOnly: boolean },
): PriceStretch[] {
  const ends = begins + hourMs;
  const inForce = changes.filter(
    ({ from }, index) => from < ends && (changes[index + 1]?.from ?? Infinity) > begins,
  );
  return inForce.map(({ from, prices, isOwn }, index) => ({
    from: Math.max(from, begins),
    to: inForce[index + 1]?.from ?? ends,
    prices,
    fate: inForce.length > 1 ? 'changing' : isOwn && isForAllOnly ? 'own' : 'repriced',
  }));
}

/** What becomes of an hour that begins at a time of the day. */
export function decideHour(hour: number, stretches: readonly PriceStretch[]): HourFate {
  return stretches.findLast(({ from }) => from <= hour)?.fate ?? 'repriced';
}
