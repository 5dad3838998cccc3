import { accrueAtPrices } from '../accrue/accrue-at-prices.ts';
import { type LedgerIncrement } from '../accrue/accrue.ts';
import { splitInterval, type Interval } from '../accrue/interval.ts';
import { describeAccounted, nothingStored } from '../describe/snapshot.ts';
import { type PriceTimeline } from '../prices/cluster-prices-over.ts';
import { type Snapshot } from '../snapshot-schema.ts';

export interface Past {
  cluster: { id: string };
  /** The period that one snapshot accounts for. */
  stepSeconds: number;
  /** The state of the cluster at the moment. */
  snapshotAt: (time: Date) => Snapshot;
}

/** The cost of a day, or a part of one, from the snapshots that end its steps. */
export function accrueDay(
  day: Interval,
  prices: PriceTimeline,
  { cluster, stepSeconds, snapshotAt }: Past,
): LedgerIncrement[] {
  const steps = splitInterval(day, stepSeconds * 1000);
  return steps.flatMap(({ from, to }) => {
    const snapshot = snapshotAt(new Date(to));
    return accrueAtPrices((held) => describeAccounted(snapshot, cluster.id, held), nothingStored, {
      clusterId: cluster.id,
      interval: { from, to },
      changes: prices.changes,
    });
  });
}
