import { pricesOfCluster } from '../src/prices-of-cluster.ts';
import { shippedPriceBook } from '../src/shipped-price-book.ts';

/** What a book charges in a cluster of which it says nothing by itself. */
export const clusterPrices = (book = shippedPriceBook()) =>
  pricesOfCluster(book, {
    id: 'id',
    name: 'name',
    currency: 'USD',
    organizationId: 'organization id',
    organizationName: 'organization',
  });
