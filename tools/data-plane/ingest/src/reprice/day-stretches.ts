import { type ClusterPrices } from '@costplane/pricing';
import { hourMs } from '../accrue/interval.ts';
import { type PriceChange } from '../prices/cluster-prices-over.ts';

/**
 * What happens to an hour: it is repriced; or it keeps its recorded costs, because its prices
 * change within it, or because the organization's own book applies while those of the book for all
 * are recomputed.
 */
export type HourFate = 'repriced' | 'changing' | 'own';

/** A part of a day with one set of prices, in Unix milliseconds; the end is exclusive. */
export interface PriceStretch {
  from: number;
  to: number;
  prices: ClusterPrices;
  /** What happens to all hours in this part. */
  fate: HourFate;
}

const hoursPerDay = 24;

/**
 * The parts of a day by prices; repricing for all organizations leaves an organization's own prices
 * alone.
 */
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

/** What happens to an hour that starts at a time of the day. */
export function decideHour(hour: number, stretches: readonly PriceStretch[]): HourFate {
  return stretches.findLast(({ from }) => from <= hour)?.fate ?? 'repriced';
}
