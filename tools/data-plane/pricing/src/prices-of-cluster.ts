import { type FixedPoint } from './fixed-point.ts';
import { type ClusterEntry, type PriceBook, type PriceList } from './price-book.ts';

export interface ClusterToPrice {
  id: string;
  name: string;
  organizationId: string;
  organizationName: string;
  /** The currency of the organization's costs. */
  currency: string;
}

/** Source of a price: a list, rates, or the cluster's own entry. */
export type PricingSource = 'price_book' | 'default_rates' | 'custom' | 'unknown';

/** Sources of prices in order of precedence; the first one with a price applies. */
export interface PriceLayer {
  list: PriceList;
  /** Names of the sources for a price from a list and for one from rates. */
  listSource: PricingSource;
  rateSource: PricingSource;
}

/** The prices that apply in one cluster. Without layers, no price is known. */
export interface ClusterPrices {
  currency: string;
  layers: readonly PriceLayer[];
  /** The cluster's own fee; null: the fee of its managed service. */
  controlPlane: FixedPoint | null;
  controlPlanes: PriceBook['controlPlanes'];
}

/**
 * The prices of a book for a cluster. A book in a currency other than the organization's has none,
 * because its amounts would be taken for the organization's currency.
 */
export function pricesOfCluster(book: PriceBook, cluster: ClusterToPrice): ClusterPrices {
  const { currency } = cluster;
  if (book.currency !== currency) return noPrices(currency);
  const commonLayer: PriceLayer = {
    list: book,
    listSource: 'price_book',
    rateSource: 'default_rates',
  };
  const entry = findEntry(book, cluster);
  const own: PriceLayer[] = entry
    ? [{ list: entry, listSource: 'custom', rateSource: 'custom' }]
    : [];
  return {
    currency,
    layers: [...own, commonLayer],
    controlPlane: entry?.controlPlane ?? null,
    controlPlanes: book.controlPlanes,
  };
}

function noPrices(currency: string): ClusterPrices {
  return { currency, layers: [], controlPlane: null, controlPlanes: new Map() };
}

/** An entry by id takes precedence over one by name. */
function findEntry(book: PriceBook, cluster: ClusterToPrice): ClusterEntry | undefined {
  const organizationEntries = book.clusters.filter(
    ({ organization }) =>
      organization === null ||
      organization.toLowerCase() === cluster.organizationId ||
      organization === cluster.organizationName,
  );
  return (
    organizationEntries.find((entry) => entry.cluster.toLowerCase() === cluster.id) ??
    organizationEntries.find((entry) => entry.cluster === cluster.name)
  );
}
