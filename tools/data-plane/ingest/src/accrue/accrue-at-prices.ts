import { type ClusterPrices } from '@costplane/pricing';
import { type AccountedSnapshot, type StoredState } from '../describe/snapshot.ts';
import { splitAtPriceChanges, type PriceChange } from '../prices/cluster-prices-over.ts';
import { accrue, type LedgerIncrement } from './accrue.ts';
import { type Interval } from './interval.ts';

/**
 * The cost of an interval in the state of the snapshot that ends it, with the prices of each of its
 * parts.
 */
export function accrueAtPrices(
  describeAt: (prices: ClusterPrices) => AccountedSnapshot,
  stored: StoredState,
  {
    clusterId,
    interval,
    changes,
  }: { clusterId: string; interval: Interval; changes: readonly PriceChange[] },
): LedgerIncrement[] {
  return splitAtPriceChanges(interval, changes).map(({ prices, ...part }) =>
    accrue(describeAt(prices), stored, { clusterId, interval: part }),
  );
}
