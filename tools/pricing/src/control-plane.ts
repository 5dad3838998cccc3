import type { FixedPoint } from './fixed-point.ts';
import { standardPriceBook, type PriceBook } from './price-book.ts';

/**
 * The hourly fee of a managed control plane in USD, or null where none is known: a control plane
 * that runs on nodes of its own is in the price of those.
 */
export function controlPlaneFee(
  { provider, service }: { provider: string; service: string },
  book: PriceBook = standardPriceBook,
): FixedPoint | null {
  return book.controlPlanes.get(`${provider}/${service}`) ?? null;
}
