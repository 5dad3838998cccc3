import { divideRounded, type FixedPoint } from './fixed-point.ts';
import { standardPriceBook, type PriceBook } from './price-book.ts';
import type { PricingSource } from './price-node.ts';

const bytesPerGib = 2n ** 30n;

/** USD per hour; null where the price is not known. */
export interface VolumePrice {
  priceHourly: FixedPoint | null;
  pricingSource: PricingSource;
}

/** Prices a volume by its provisioned size. A volume of no stated size has no known price. */
export function priceVolume(
  { capacityBytes }: { capacityBytes: bigint },
  book: PriceBook = standardPriceBook,
): VolumePrice {
  if (capacityBytes === 0n) return { priceHourly: null, pricingSource: 'unknown' };
  return {
    priceHourly: divideRounded(capacityBytes * book.defaultVolumeRate, bytesPerGib),
    pricingSource: 'default_rates',
  };
}
