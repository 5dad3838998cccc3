import { pricesOfCluster, shippedPriceBook } from '@costplane/pricing';

/** What is charged where no price book was set. */
export const shippedPrices = pricesOfCluster(shippedPriceBook(), {
  id: '',
  name: '',
  organizationId: '',
  organizationName: '',
  currency: 'USD',
});
