import { divideRounded, type FixedPoint } from './fixed-point.ts';
import { anyRegion, storageKey, type PriceList, type StorageName } from './price-book.ts';
import { type ClusterPrices, type PricingSource } from './prices-of-cluster.ts';

export interface VolumeToPrice extends StorageName {
  capacityBytes: bigint;
}

/** Per hour; null if unknown. */
export interface VolumePrice {
  priceHourly: FixedPoint | null;
  pricingSource: PricingSource;
}

const unknownPrice: VolumePrice = { priceHourly: null, pricingSource: 'unknown' };

/**
 * Prices a volume by its provisioned size and the price of its storage class, or else the default
 * rate. A volume of unknown size has no known price.
 */
export function priceVolume(volume: VolumeToPrice, prices: ClusterPrices): VolumePrice {
  if (volume.capacityBytes === 0n) return unknownPrice;
  for (const { list, listSource, rateSource } of prices.layers) {
    const listed = classPrice(list, volume);
    if (listed !== undefined) return priceAt(listed, volume, listSource);
    const { defaultGibMonth } = list.storage;
    if (defaultGibMonth !== null) return priceAt(defaultGibMonth, volume, rateSource);
  }
  return unknownPrice;
}

function classPrice({ storage }: PriceList, volume: StorageName): FixedPoint | undefined {
  return (
    storage.classes.get(storageKey(volume)) ??
    storage.classes.get(storageKey({ ...volume, region: anyRegion }))
  );
}

const bytesPerGib = 2n ** 30n;
const hoursPerMonth = 730n;

function priceAt(
  gibMonth: FixedPoint,
  { capacityBytes }: VolumeToPrice,
  pricingSource: PricingSource,
): VolumePrice {
  const priceHourly = divideRounded(capacityBytes * gibMonth, bytesPerGib * hoursPerMonth);
  return { priceHourly, pricingSource };
}
