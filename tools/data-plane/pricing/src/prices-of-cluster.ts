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

/** Where a price comes from: of a list, of rates, of what is the cluster's own. */
export type PricingSource = 'price_book' | 'default_rates' | 'custom' | 'unknown';

/** One after the other, what may have a price; the first that has it counts. */
export interface PriceLayer {
  list: PriceList;
  /** What a price of a list is called, and one of rates. */
  listSource: PricingSource;
  rateSource: PricingSource;
}

/** What is charged in one cluster. Without layers, nothing is known. */
export interface ClusterPrices {
  currency: string;
  layers: readonly PriceLayer[];
  /** The cluster's own fee; null: that of its service. */
  controlPlane: FixedPoint | null;
  controlPlanes: PriceBook['controlPlanes'];
}

/**
 * What a book says of a cluster. A book in another currency than the organization's says nothing:
 * its amounts would be taken for the organization's.
 */
export function pricesOfCluster(book: PriceBook, cluster: ClusterToPrice): ClusterPrices {
  const { currency } = cluster;
  if (book.currency !== currency) return noPrices(currency);
  const ofAll: PriceLayer = {
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
    layers: [...own, ofAll],
    controlPlane: entry?.controlPlane ?? null,
    controlPlanes: book.controlPlanes,
  };
}

function noPrices(currency: string): ClusterPrices {
  return { currency, layers: [], controlPlane: null, controlPlanes: new Map() };
}

/** Of an entry by id and one by name, that by id. */
function findEntry(book: PriceBook, cluster: ClusterToPrice): ClusterEntry | undefined {
  const ofOrganization = book.clusters.filter(
    ({ organization }) =>
      organization === null ||
      organization.toLowerCase() === cluster.organizationId ||
      organization === cluster.organizationName,
  );
  return (
    ofOrganization.find((entry) => entry.cluster.toLowerCase() === cluster.id) ??
    ofOrganization.find((entry) => entry.cluster === cluster.name)
  );
}
